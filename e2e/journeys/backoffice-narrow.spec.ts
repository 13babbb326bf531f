import { expectAccessible } from '../support/axe.ts'
import { signInByHttp } from '../support/http.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

test('low and narrow windows and an English browser show the menu’s end, wide lists and Spanish dates', async ({
  openStaffApp,
}) => {
  const size = { viewport: { width: 1440, height: 700 }, locale: 'en-US' }
  const page = await openStaffApp((await signInByHttp('admin@demo.quincena.mx')).token, size)

  await test.step('the menu scrolls to the current screen’s entry above its footer', async () => {
    await page.goto('/quincena/auditoria')
    for (const name of ['Contraer menú', 'Cerrar sesión'])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    const menu = page.getByRole('navigation', { name: 'Principal' })
    await expect(menu.getByRole('link', { name: 'Auditoría' })).toBeInViewport({ ratio: 1 })
  })

  await test.step('a date is typed day first or selected in a Spanish calendar', async () => {
    await page.getByLabel('Desde').fill('05112026')
    await expect(page).toHaveURL(/from=2026-11-05/)
    await page.getByLabel('Hasta').fill('10/11/2026')
    await page.getByRole('button', { name: 'Elegir en el calendario' }).last().click()
    await expect(page.getByRole('button', { name: 'noviembre 2026' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: '4 de noviembre de 2026', exact: true }).click()
    await expect(page.getByLabel('Hasta')).toHaveValue('04/11/2026')
    await expect(page.getByText('Es anterior a «Desde»')).toBeVisible()
  })

  await test.step('a list wider than the window shows a hint, and its commands stay visible', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/quincena/usuarios')
    await expect(page.getByText('Desliza para ver más columnas')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Acciones' }).first()).toBeInViewport({ ratio: 1 })
    const list = page.getByRole('region', { name: 'Usuarios: desplázate hacia los lados' })
    await list.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => list.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  })

  await test.step('a long name takes one line of its row and moves no column', async () => {
    const [first_name, heights] = ['Maximilianaguadalupe'.repeat(3), new Set<number>()]
    await makeWorker(first_name)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/quincena/usuarios?ordering=-created_at')
    const rows = page.locator('tbody tr')
    const long = rows.filter({ hasText: first_name })
    await expect(long.getByTitle(first_name)).toBeVisible()
    for (const row of await rows.all()) heights.add((await row.boundingBox())?.height ?? 0)
    expect([...heights]).toHaveLength(1)
    await expect(long.getByRole('button', { name: 'Acciones' })).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(long.getByRole('button', { name: 'Acciones' })).toBeInViewport({ ratio: 1 })
  })

  await test.step('beside the open menu a window of 1440 px shows every column of the lists of loans', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const list of ['creditos', 'anticipos']) {
      await page.goto(`/quincena/${list}?page_size=40`)
      await expect(page.getByRole('button', { name: 'Contraer menú' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Acciones' }).first()).toBeVisible()
      // The scrollbar of some systems takes 15 px of it.
      const spare = await page.locator('[data-scrolls]').evaluate((box) => {
        box.style.maxWidth = `${box.clientWidth - 15}px`
        return box.clientWidth - box.scrollWidth
      })
      expect(spare, list).toBe(0)
    }
    await page.setViewportSize({ width: 390, height: 844 })
  })

  await test.step('a narrow window shows the whole STP hint, every tab and the links of an order', async () => {
    await page.goto('/quincena/stp?purpose=payout')
    await expect(
      page.getByText('Empresa, Clave de rastreo, Folio de la solicitud o Correo del usuario'),
    ).toBeVisible()
    await page.getByRole('row').nth(1).click()
    for (const name of ['GENERALES', 'BENEFICIARIO / ORDENANTE', 'BANCARIOS', 'HISTORIA'])
      await expect(page.getByRole('tab', { name })).toBeInViewport({ ratio: 1 })
    for (const name of ['Preguntar a STP', 'VER SOLICITUD RELACIONADA'])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  })
})
