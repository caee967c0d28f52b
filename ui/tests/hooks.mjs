// Lets Node run the page's modules: imports without an extension are found, and runes are compiled as Vite does it.
// A test that needs more of a browser than this brings it along.
import { existsSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import { compileModule } from 'svelte/compiler'

globalThis.document ??= { baseURI: 'http://table.test/' }

const isFile = (url) => existsSync(fileURLToPath(url))

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier.startsWith('.')) {
      const url = new URL(specifier, context.parentURL).href
      if (!isFile(url) && isFile(`${url}.ts`)) return nextResolve(`${specifier}.ts`, context)
    }
    return nextResolve(specifier, context)
  },
  load(url, context, nextLoad) {
    if (!url.endsWith('.svelte.ts')) return nextLoad(url, context)
    const { source } = nextLoad(url, { ...context, format: 'module-typescript' })
    const { js } = compileModule(stripTypeScriptTypes(source.toString()), { filename: url, generate: 'client' })
    return { format: 'module', source: js.code, shortCircuit: true }
  },
})
