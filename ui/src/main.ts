import { mount } from 'svelte'
import './style/tokens.css'
import './style/base.css'
import './style/words.css'
import './style/parts.css'
import './style/layout.css'
import './style/pages.css'
import './style/motion.css'
import './style/more.css'
import './style/print.css'
import App from './App.svelte'
import { restoreScheme } from './scheme'

restoreScheme()
const target = document.getElementById('app')
if (target) mount(App, { target })
