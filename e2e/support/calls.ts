import type { Page, Request } from '@playwright/test'

export type Calls = Awaited<ReturnType<typeof listen>>

/**
 * Notes the calls that screens make, but for those of the frame around them, and which of them still wait for their
 * answer. What others do meanwhile would make a screen ask again, so nothing is heard of it.
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
