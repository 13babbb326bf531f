import type { Page, Request } from '@playwright/test'

export type Calls = Awaited<ReturnType<typeof listen>>

/**
 * Records the API calls of the screens, without those that `isLayoutCall` matches, and which of them have no answer yet.
 * It blocks the event stream, because events of other tests would cause more calls.
 */
export async function listen(page: Page, isLayoutCall: (pathname: string) => boolean) {
  await page.route('**/api/events*', () => undefined)
  const madeCalls: string[] = []
  const openCalls = new Set<Request>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.includes('/api/') || isLayoutCall(pathname)) return
    madeCalls.push(`${request.method()} ${pathname.replace(/.*\/api/, '')}`)
    openCalls.add(request)
  })
  page.on('requestfinished', (request) => openCalls.delete(request))
  page.on('requestfailed', (request) => openCalls.delete(request))
  return { madeCalls, openCalls }
}
