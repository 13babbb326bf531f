import type { Page, Request } from '@playwright/test'

export type Calls = Awaited<ReturnType<typeof listen>>

/**
 * Records the API calls of the screens, without those that `isFrames` matches, and which of them have no answer yet.
 * It blocks the event stream, because events of other tests would cause more calls.
 */
export async function listen(page: Page, isFrames: (pathname: string) => boolean) {
  await page.route('**/api/events*', () => undefined)
  const made: string[] = []
  const waiting = new Set<Request>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.includes('/api/') || isFrames(pathname)) return
    made.push(`${request.method()} ${pathname.replace(/.*\/api/, '')}`)
    waiting.add(request)
  })
  page.on('requestfinished', (request) => waiting.delete(request))
  page.on('requestfailed', (request) => waiting.delete(request))
  return { made, waiting }
}
