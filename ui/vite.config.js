import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// The page is built straight into the Python package, and the build hook ships it.
export default defineConfig({
  plugins: [svelte()],
  base: './',
  build: {
    outDir: process.env.TABLEWRIGHT_UI_OUT ?? '../src/tablewright/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { port: 5173, proxy: { '/api': { target: 'http://127.0.0.1:8765', ws: true } } },
})
