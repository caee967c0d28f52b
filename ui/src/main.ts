import { mount } from 'svelte'
import './style/tokens.css'
import './style/base.css'
import './style/widgets.css'
import './style/components.css'
import './style/layout.css'
import './style/pages.css'
import './style/motion.css'
import './style/more.css'
import './style/print.css'
import App from './App.svelte'
import { restoreScheme } from './style/color-scheme'

restoreScheme()
const target = document.getElementById('app')
if (target) mount(App, { target })
// Browsers allow it only to pages that came by TLS or from this very machine; elsewhere there is no offline.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  navigator.serviceWorker.register('./sw.js').catch(() => undefined)
