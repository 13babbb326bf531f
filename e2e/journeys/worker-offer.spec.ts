import type { CDPSession, Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { drawWithFinger } from '../support/draw.ts'
import { approveByHttp, requestLoanByHttp } from '../support/loan-commands.ts'
import { continueToConfirm, shareLocation } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

async function middleOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('not on screen')
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height, 400) / 2 }
}

const touch = (client: CDPSession, type: string, touchPoints: { x: number; y: number }[]) =>
  client.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints })

/** Pinches open around a point with two touches. */
async function pinchOpen(page: Page, { x, y }: { x: number; y: number }) {
  const client = await page.context().newCDPSession(page)
  const fingersAt = (by: number) => [
    { x: x - by, y },
    { x: x + by, y },
  ]
  await touch(client, 'touchStart', fingersAt(40))
  for (const by of [60, 80]) await touch(client, 'touchMove', fingersAt(by))
  await touch(client, 'touchEnd', [])
  await client.detach()
}

const widthOf = async (locator: Locator) => Math.round((await locator.boundingBox())?.width ?? 0)

/** Amount of drawn ink on the canvas. */
const inkOf = (sheet: Locator) =>
  sheet.evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    return pixels.filter((value, index) => index % 4 === 3 && value > 128).length
  })

test('§4 Acceptance flow: pinch zoom of the contract, a signature kept over rotation, the approved screen [E2.29 E2.36 E4.6 E4.7 E4.8]', async ({
  openWorkerApp,
  allowedMessages,
}) => {
  // The test reads the canvas to check the drawing; the browser then suggests willReadFrequently.
  allowedMessages.push(/willReadFrequently/)
  const worker = await makeWorker('Beatriz')
  const { id, folio } = await requestLoanByHttp(worker.token, { type: 'credit', amount: 7000, period: 3 })
  await approveByHttp(id)
  const upright = { width: 360, height: 740 }
  const workerPage = await openWorkerApp(worker.token, { viewport: upright })
  await workerPage.goto(`/quincena/app/credit-detail/${id}`)

  await test.step('Aceptar asks for the location', async () => {
    await workerPage.getByRole('button', { name: 'Aceptar', exact: true }).tap()
    await expect(workerPage.getByRole('dialog', { name: 'Permiso de ubicación' })).toBeVisible()
    await shareLocation(workerPage)
  })

  await test.step('the contract zooms and scrolls by pinch, double tap, keys and buttons', async () => {
    await workerPage.getByRole('button', { name: 'Leer el contrato completo (PDF)' }).tap()
    const region = workerPage.getByRole('region', { name: 'Contrato' })
    const sheet = region.locator('canvas')
    await expect(sheet).toBeVisible()
    const width = await widthOf(sheet)
    await pinchOpen(workerPage, await middleOf(sheet))
    await expect.poll(() => widthOf(sheet)).toBeGreaterThan(width * 1.8)
    const { x, y } = await middleOf(region.locator('[tabindex="0"]'))
    await Promise.all([workerPage.touchscreen.tap(x, y), workerPage.touchscreen.tap(x, y)])
    await expect.poll(() => widthOf(sheet)).toBe(width)
    await region.locator('[tabindex="0"]').press('+')
    await expect.poll(() => widthOf(sheet)).toBeGreaterThan(width * 1.4)
    await region.locator('[tabindex="0"]').press('0')
    await expect.poll(() => widthOf(sheet)).toBe(width)
    await region.getByRole('button', { name: 'Acercar' }).tap()
    await expect(region.getByRole('button', { name: 'Alejar' })).toBeEnabled()
    await region.getByRole('button', { name: 'Página siguiente' }).tap()
    await expect(region.getByText(/^Página 2 de \d+$/).first()).toBeVisible()
    await expectAccessible(workerPage)
    await workerPage.getByRole('dialog', { name: 'Contrato' }).getByRole('button', { name: 'Cerrar' }).tap()
    await expect(workerPage.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('the signature is kept when the phone rotates to landscape and back', async () => {
    await workerPage.getByRole('button', { name: 'Firmar', exact: true }).tap()
    const sheet = workerPage.getByRole('img', { name: /firma/ })
    await expect(workerPage.getByRole('button', { name: 'Continuar' })).toBeDisabled()
    await drawWithFinger(workerPage, sheet)
    const ink = await inkOf(sheet)
    const width = await widthOf(sheet)
    await workerPage.setViewportSize({ width: upright.height, height: upright.width })
    await expect.poll(() => widthOf(sheet)).toBeGreaterThan(width * 1.5)
    await expect.poll(() => inkOf(sheet)).toBeGreaterThan(ink / 4)
    await expect(workerPage.getByRole('button', { name: 'Continuar' })).toBeEnabled()
    for (const size of [
      { width: 740, height: 340 },
      { width: 667, height: 375 },
    ]) {
      await workerPage.setViewportSize(size)
      for (const name of ['Limpiar', 'Continuar'])
        await expect(workerPage.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    }
    await workerPage.setViewportSize(upright)
    await expect.poll(async () => Math.abs((await inkOf(sheet)) - ink) / ink).toBeLessThan(0.1)
    await continueToConfirm(workerPage)
  })

  await test.step('after the payout the approved screen shows all figures', async () => {
    await workerPage.getByRole('button', { name: 'Terminar' }).tap()
    await expect(workerPage).toHaveURL(new RegExp(`/app/credit-request-approved/${id}$`))
    await expect(workerPage.getByText('Tu dinero ya está en tu cuenta.')).toBeVisible({ timeout: 20_000 })
    for (const text of [
      'Vigente',
      'Nro.',
      folio,
      'Fecha de aprobación',
      'Plazo del crédito',
      '3 meses',
      '$7,000.00',
    ])
      await expect(workerPage.getByText(text, { exact: true }).first()).toBeVisible()
    await expect(workerPage.getByText(/fue aprobada por el administrador y por ti/)).toBeVisible()
    await expect(workerPage.getByRole('button', { name: 'Descargar Contrato' })).toBeVisible()
    await workerPage.getByRole('button', { name: 'Ver mis créditos' }).tap()
    await expect(workerPage).toHaveURL(/\/app\/requests\?filter=creditos$/)
  })
})
