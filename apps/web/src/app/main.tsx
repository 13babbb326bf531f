import { nextPaint } from '../lib/next-paint.ts'
import { guardSinks } from '../lib/trusted-types.ts'

guardSinks()

const isHome = () => /\/app(?:\/(?:home)?)?$/.test(window.location.pathname)

function hasSession(): boolean {
  try {
    return localStorage.getItem('quincena.session') !== null
  } catch {
    return false // a private window
  }
}

/** Loads code and data of the worker's home before the first render, for a worker who returns with a session. */
function prefetchHomeData(): void {
  const parts = [
    import('./worker-layout.tsx'),
    import('../worker/home/home-page.tsx'),
    import('../lib/sign-in.ts'),
  ]
  const data = import('./prefetch.ts').then(({ prefetchHome }) => prefetchHome())
  Promise.all([...parts, data]).catch(() => undefined) // the code that imports them later reports the error
}

/** Loads the `Temporal` polyfill before all other code: domain modules use `Temporal` while they load. */
async function main(): Promise<void> {
  await nextPaint() // so that the splash is visible
  globalThis.Temporal ??= (await import('temporal-polyfill')).Temporal
  const container = document.getElementById('root')
  if (container === null) throw new Error('index.html has no #root')
  if (hasSession() && isHome()) prefetchHomeData()
  const { start } = await import('./start.tsx')
  await start(container)
}

void main()
