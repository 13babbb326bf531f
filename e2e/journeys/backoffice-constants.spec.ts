import type { Page } from '@playwright/test'
import { showScheme } from '../support/axe.ts'
import { findLoan } from '../support/demo-loans.ts'
import { holdClock } from '../support/hold-clock.ts'
import { signInByHttp } from '../support/http.ts'
import { expect, test } from '../support/test.ts'

const tokenOf = async (who: 'admin' | 'gerente') => (await signInByHttp(`${who}@demo.quincena.mx`)).token

test('§9 toasts stay for 2500 ms [B8.5 B8.45 B9.1]', async ({ openStaffApp }) => {
  const page = await openStaffApp()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await page.goto('/quincena/auth/inicio-de-sesion')
  const enter = page.getByRole('button', { name: 'Ingresar' })
  await expect(enter).toBeVisible()
  await holdClock(page)
  await enter.click()
  const toast = page.getByText('Formulario inválido.')
  await page.clock.runFor(100)
  await expect(toast).toBeVisible()
  await page.clock.runFor(2300)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1000)
  await expect(toast).toHaveCount(0)
})

/** Expects one matching call `debounce_ms` after the last letter. */
async function expectDebounce(page: Page, call: RegExp, debounce_ms: number) {
  const requestedUrls: string[] = []
  page.on('request', (request) => {
    if (call.test(request.url())) requestedUrls.push(request.url())
  })
  await page.clock.runFor(debounce_ms - 20)
  expect(requestedUrls).toEqual([])
  const request = page.waitForRequest(call)
  await page.clock.runFor(40)
  await request
}

for (const { path, what, call, debounce_ms } of [
  { path: 'creditos', what: 'requests', call: /\/api\/loan\?.*search=zzz/, debounce_ms: 700 },
  { path: 'anticipos', what: 'advances', call: /\/api\/loan\?.*search=zzz/, debounce_ms: 700 },
  { path: 'empresas', what: 'companies', call: /\/api\/company\/?\?.*search=zzz/, debounce_ms: 800 },
  { path: 'stp', what: 'STP orders', call: /\/api\/stp\/?\?.*search=zzz/, debounce_ms: 500 },
]) {
  test(`§9 the search of ${what} waits ${debounce_ms} ms [B9.12]`, async ({ openStaffApp }) => {
    const page = await openStaffApp(await tokenOf('gerente'))
    await page.clock.install()
    await page.goto(`/quincena/${path}`)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await holdClock(page)
    await page.getByRole('searchbox').first().fill('zzz')
    await expectDebounce(page, call, debounce_ms)
  })
}

test('§9 page sizes: lists 20, 30, 40; STP 10; a user’s orders 5; the dashboard’s requests 5 [B7.25 B9.5 B9.7 B9.8 B9.11]', async ({
  openStaffApp,
}) => {
  const page = await openStaffApp(await tokenOf('gerente'))
  const sizes = ['20', '30', '40'].map((size) => `${size} por página`)
  const readSearch = async (path: string, call: RegExp) => {
    const request = page.waitForRequest(call)
    await page.goto(`/quincena/${path}`)
    return new URL((await request).url()).searchParams
  }
  expect((await readSearch('', /\/api\/loan\?/)).get('page_size')).toBe('5')
  expect((await readSearch('stp', /\/api\/stp\/?\?/)).get('page_size')).toBe('10')
  for (const path of ['creditos', 'anticipos', 'usuarios', 'empresas']) {
    await page.goto(`/quincena/${path}`)
    const size = page.getByRole('combobox', { name: 'Filas por página' })
    await expect(size, path).toHaveValue('20 por página')
    await size.click()
    await expect(page.getByRole('option'), path).toHaveText(sizes)
    await page.keyboard.press('Escape')
  }
  const { user } = await findLoan('credit', 'active', { payments: 2 })
  await page.goto(`/quincena/usuarios?ver=${user.id}`)
  const orders = page.waitForRequest(/\/api\/loan\?.*user__id=/)
  await page.getByRole('tab', { name: 'Órdenes' }).click()
  expect(new URL((await orders).url()).searchParams.get('page_size')).toBe('5')
})

test('§9 company name search returns 20 [B9.10]', async ({ openStaffApp }) => {
  const page = await openStaffApp(await tokenOf('gerente'))
  await page.goto('/quincena/subir-usuarios')
  const request = page.waitForRequest(/\/api\/company\/?\?/)
  await page.getByRole('combobox', { name: 'Empresa' }).click()
  await page.keyboard.type('nor')
  expect(new URL((await request).url()).searchParams.get('page_size')).toBe('20')
})

test('§9 chart colours: accepted green, rejected red, pending orange, light and dark [B9.23]', async ({
  openStaffApp,
}) => {
  const page = await openStaffApp(await tokenOf('gerente'))
  await page.goto('/quincena/')
  const chart = page.getByRole('img', { name: /^Solicitudes por mes/ })
  await expect(chart.getByText('Aceptadas')).toBeVisible()
  const legend = chart.locator('.mantine-ChartLegend-legendItem')
  const swatches = () =>
    legend.evaluateAll((items) =>
      items
        .map((item) => {
          const swatch = item.querySelector<HTMLElement>('[style*="background-color"]')
          return `${item.textContent}: ${swatch?.style.backgroundColor}`
        })
        .toSorted(),
    )
  await expect
    .poll(swatches)
    .toEqual([
      ...['Aceptadas: var(--q-accepted)', 'Pendientes: var(--q-pending)', 'Rechazadas: var(--q-rejected)'],
    ])
  const bars = chart.locator('path.recharts-rectangle')
  const fills = () =>
    bars.evaluateAll((paths) => [...new Set(paths.map((path) => path.getAttribute('fill') ?? ''))].toSorted())
  await expect.poll(fills).toEqual([...['var(--q-accepted)', 'var(--q-pending)', 'var(--q-rejected)']])
  for (const scheme of ['light', 'dark'] as const) {
    await showScheme(page, scheme)
    const hues = await page.evaluate(() => {
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      if (canvas === null) throw new Error('no canvas')
      return ['accepted', 'rejected', 'pending'].map((name) => {
        canvas.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--q-${name}`).trim()
        canvas.fillRect(0, 0, 1, 1)
        const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
        const most = Math.max(red, green, blue)
        const range = most - Math.min(red, green, blue)
        const hue = most === green ? 120 + (60 * (blue - red)) / range : (60 * (green - blue)) / range
        return (hue + 360) % 360
      })
    })
    const [accepted = 0, rejected = 0, pending = 0] = hues
    expect(accepted, `accepted (${scheme})`).toBeGreaterThan(100)
    expect(accepted, `accepted (${scheme})`).toBeLessThan(170)
    expect(Math.min(rejected, 360 - rejected), `rejected (${scheme})`).toBeLessThan(12)
    expect(pending, `pending (${scheme})`).toBeGreaterThan(20)
    expect(pending, `pending (${scheme})`).toBeLessThan(45)
  }
})

test('§9 words and signs: rates in percent, months and days, pesos, dates as dd/mm/yyyy [B9.19 B9.21 B9.24]', async ({
  openStaffApp,
}) => {
  const page = await openStaffApp(await tokenOf('gerente'))
  await page.goto('/quincena/creditos')
  const credit = page.getByRole('row').nth(1)
  await expect(credit).toContainText(/\d+(\.\d+)? ?%/)
  await expect(credit).toContainText(/(1 mes|\d+ meses)/)
  await expect(credit).toContainText(/\$[\d,]+\.\d{2}/)
  await expect(credit).toContainText(/\d{2}\/\d{2}\/\d{4}/)
  await page.goto('/quincena/anticipos')
  await expect(page.getByRole('row').nth(1)).toContainText(/\d+ días?/)
})
