// What the page is made of, kept for when there is no connection. Nothing of any table is kept here: what a seat last saw
// is in its own storage, and the server's word always comes first.
const KEPT = 'tablewright'
const PATIENCE = 4000
const here = new URL('.', self.location.href)
const path = (url) => new URL(url).pathname.slice(here.pathname.length)

/** The names of everything that a text of ours loads. */
const loads = (text) => [...new Set(text.match(/(?:assets\/)?[\w-]+\.(?:js|css|woff2|svg|png|webmanifest)\b/g) ?? [])]

/** Everything the page loads, kept; what an earlier page loaded, let go. */
async function fill(page) {
  const cache = await caches.open(KEPT)
  const html = await page.clone().text()
  await cache.put(here, page)
  const wanted = new Set([here.href])
  const follow = async (text, from) => {
    for (const name of loads(text)) {
      const url = new URL(name, from)
      if (wanted.has(url.href)) continue
      wanted.add(url.href)
      if (!(await cache.match(url))) await cache.add(url).catch(() => undefined)
      if (/\.(css|js)$/.test(name)) await follow((await (await cache.match(url))?.text()) ?? '', url)
    }
  }
  await follow(html, here)
  for (const request of await cache.keys())
    if (!wanted.has(request.url) && path(request.url).startsWith('assets/')) await cache.delete(request)
}

/** The server's answer, if it comes in time; what was kept, if not. */
async function fresh(request, keep) {
  const late = new Promise((_, no) => setTimeout(no, PATIENCE, new Error('late')))
  const asked = fetch(request)
  try {
    const answer = await Promise.race([asked, late])
    if (answer.ok) await keep(answer.clone())
    return answer
  } catch {
    return (await (await caches.open(KEPT)).match(request.mode === 'navigate' ? here : request)) ?? asked
  }
}

async function first(request) {
  const cache = await caches.open(KEPT)
  const known = await cache.match(request)
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

self.addEventListener('install', (event) =>
  event.waitUntil(
    fetch(here)
      .then(fill)
      .then(() => self.skipWaiting()),
  ),
)
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(here.href)) return
  const what = path(request.url)
  if (request.mode === 'navigate' && (what === '' || what.startsWith('?'))) event.respondWith(fresh(request, fill))
  else if (what.startsWith('assets/') || /^(icon|manifest)/.test(what)) event.respondWith(first(request))
  else if (/^api\/games(\/|$)/.test(what))
    event.respondWith(fresh(request, async (answer) => (await caches.open(KEPT)).put(request, answer)))
})
