const isHome = () => /\/app(?:\/(?:home)?)?$/.test(window.location.pathname)

function hasToken(): boolean {
  try {
    return localStorage.getItem('quincena.token') !== null
  } catch {
    return false // a private window
  }
}

/** A worker who comes back begins at home: its code and its loans are on their way before anything is drawn. */
function prepareHome(): void {
  const parts = [
    import('./worker-layout.tsx'),
    import('../worker/home/home-page.tsx'),
    import('../lib/sign-in.ts'),
  ]
  const data = import('./ahead.ts').then(({ askAhead }) => askAhead())
  Promise.all([...parts, data]).catch(() => undefined) // whoever needs them says what went wrong
}

/** Once the page has been drawn, its splash in it; at once where nobody looks on. */
function firstPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
}

/** Older phones have no `Temporal`, and domain code names it while loading: it comes first. */
async function main(): Promise<void> {
  await firstPaint()
  globalThis.Temporal ??= (await import('temporal-polyfill')).Temporal
  const container = document.getElementById('root')
  if (container === null) throw new Error('index.html has no #root')
  if (hasToken() && isHome()) prepareHome()
  const { start } = await import('./start.tsx')
  await start(container)
}

void main()
