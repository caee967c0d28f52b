import { defineConfig } from 'vite'
import { svelte } from '@sveltejs/vite-plugin-svelte'

// Assets go straight into the Python package; the build hook ships them.
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
