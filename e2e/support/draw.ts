import type { Locator, Page } from '@playwright/test'

function strokes({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const at = (across: number, down: number) => ({ x: x + width * across, y: y + height * down })
  const wave = Array.from({ length: 28 }, (_, step) =>
    at(0.15 + step * 0.022, 0.5 + Math.sin(step / 2.2) * 0.25),
  )
  const line = Array.from({ length: 12 }, (_, step) => at(0.2 + step * 0.045, 0.72 - step * 0.01))
  return [wave, line]
}

/** Draws a signature with touch events, as a phone's screen sends them. */
export async function drawWithFinger(page: Page, sheet: Locator) {
  await sheet.scrollIntoViewIfNeeded()
  const box = await sheet.boundingBox()
  if (box === null) throw new Error('the sheet is not on screen')
  const client = await page.context().newCDPSession(page)
  for (const points of strokes(box)) {
    for (const [index, point] of points.entries()) {
      const type = index === 0 ? 'touchStart' : 'touchMove'
      await client.send('Input.dispatchTouchEvent', { type, touchPoints: [point] })
      await page.waitForTimeout(8)
    }
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await client.detach()
}
