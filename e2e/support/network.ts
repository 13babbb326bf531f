import type { Page } from '@playwright/test'

/** Chrome's «Slow 4G» profile: 150 ms round trip, 1.6 Mb/s down, 0.75 Mb/s up, of which 90 % is used. */
const slow4g = { latency: 150, downloadThroughput: (1.6e6 / 8) * 0.9, uploadThroughput: (0.75e6 / 8) * 0.9 }

const everything = '**/*'

/** Slows the page's network down to `slow4g`; `goOffline` and `goOnline` switch it off and on. */
export async function slowDownNetwork(page: Page) {
  const client = await page.context().newCDPSession(page)
  const emulateSlow4g = () => client.send('Network.emulateNetworkConditions', { offline: false, ...slow4g })
  await client.send('Network.enable')
  await emulateSlow4g()
  return {
    // Requests that a test's route continues ignore the offline mode, so a route aborts them too.
    async goOffline() {
      await page.route(everything, (route) => route.abort('internetdisconnected'))
      await page.context().setOffline(true)
    },
    async goOnline() {
      await page.unroute(everything)
      await page.context().setOffline(false)
      await emulateSlow4g()
    },
  }
}

/** Passes the next non-GET call to the server and drops its answer; `calls` counts all such calls. */
export async function dropFirstAnswer(
  page: Page,
  address: string,
  goOffline: () => Promise<unknown> = async () => {},
) {
  const counter = { calls: 0 }
  await page.route(address, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    counter.calls += 1
    if (counter.calls > 1) return route.continue()
    await goOffline()
    await route.fetch()
    return route.abort('connectionreset')
  })
  return counter
}
