import type { Page } from '@playwright/test'

/** What browsers' tools call «Slow 4G»: 150 ms there and back, 1.6 Mb/s down, 0.75 up. */
const slow4g = { latency: 150, downloadThroughput: (1.6e6 / 8) * 0.9, uploadThroughput: (0.75e6 / 8) * 0.9 }

const everything = '**/*'

/** Slows the page's network down as on a bus in the valley, and cuts it off and on again. */
export async function slowNetwork(page: Page) {
  const client = await page.context().newCDPSession(page)
  const slow = () => client.send('Network.emulateNetworkConditions', { offline: false, ...slow4g })
  await client.send('Network.enable')
  await slow()
  return {
    // Calls that a test's route lets through are not held by the browser's being offline.
    async cut() {
      await page.route(everything, (route) => route.abort('internetdisconnected'))
      await page.context().setOffline(true)
    },
    async restore() {
      await page.unroute(everything)
      await page.context().setOffline(false)
      await slow()
    },
  }
}

/** Lets the server have the next call to an address and loses its answer; tells how many such calls came. */
export async function loseAnswer(page: Page, address: string, cut: () => Promise<unknown> = async () => {}) {
  const seen = { calls: 0 }
  await page.route(address, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    seen.calls += 1
    if (seen.calls > 1) return route.continue()
    await cut()
    await route.fetch()
    return route.abort('connectionreset')
  })
  return seen
}
