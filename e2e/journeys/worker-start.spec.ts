import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { call } from '../support/http.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

/** A finger goes across the slides, in steps as a phone's screen sends them. */
async function swipe(page: Page, moved_px: number) {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [{ x: 200, y: 300 }])
  for (let step = 1; step <= 5; step += 1)
    await touch('touchMove', [{ x: 200 + (moved_px * step) / 5, y: 300 }])
  await touch('touchEnd', [])
  await client.detach()
}

test('§2 Onboarding: swiped by 50 px, turned by arrows and dots; Comenzar is remembered, and the profile leads back', async ({
  openPhone,
}) => {
  const { token, id } = await makeWorker('Irene', { hasDocuments: false })
  const patch = { is_onboarding_dismissed: false }
  await call(`/auth/user/${id}/update`, { method: 'PATCH', token, body: patch })
  const page = await openPhone(token)
  const slide = (number: number) => page.getByRole('button', { name: `Pantalla ${number} de 3` })
  const isAt = (number: number) => expect(slide(number)).toHaveAttribute('aria-current', 'step')
  await page.goto('/quincena/app')
  await expect(page).toHaveURL(/\/app\/onboarding$/)
  await expect(page.getByRole('button', { name: 'Saltar' })).toBeVisible()
  await isAt(1)
  await expectAccessible(page)
  await swipe(page, -45)
  await isAt(1)
  await swipe(page, -55)
  await isAt(2)
  await expect(page.getByRole('heading', { name: 'Solicita en minutos' })).toBeInViewport({ ratio: 0.9 })
  await swipe(page, 55)
  await isAt(1)
  await page.keyboard.press('ArrowLeft')
  await isAt(1)
  await page.keyboard.press('ArrowRight')
  await isAt(2)
  await slide(3).tap()
  await isAt(3)
  await page.keyboard.press('ArrowRight')
  await isAt(3)
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'Comenzar' }).tap()
  expect((await kept).ok()).toBe(true)
  await expect(page).toHaveURL(/\/app\/home$/)
  expect((await call('/auth/user', { token })).json.user.is_onboarding_dismissed).toBe(true)
  await page.goto('/quincena/app/profile')
  await page.getByRole('link', { name: 'Conoce la app' }).tap()
  await isAt(1)
  await page.getByRole('button', { name: 'Saltar' }).tap()
  await expect(page).toHaveURL(/\/app\/home$/)
})

test('§2 Start-up: a token that serves leads home, one that does not to the login; each screen begins at its top', async ({
  openPhone,
  allowed,
}) => {
  allowed.push(/status of 401/)
  const stranger = await openPhone('no-longer-valid')
  await stranger.goto('/quincena/app/profile')
  await expect(stranger).toHaveURL(/\/app\/login$/)
  expect(await stranger.evaluate(() => localStorage.getItem('quincena.token'))).toBeNull()
  const { token } = await makeWorker('Nadia', { hasDocuments: false })
  const page = await openPhone(token, { viewport: { width: 390, height: 500 } })
  await page.goto('/quincena/app/login')
  await expect(page).toHaveURL(/\/app\/home$/)
  await page.goto('/quincena/app/profile')
  await page.getByRole('link', { name: 'Términos y condiciones' }).scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Términos y condiciones' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Términos y condiciones' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goto('/quincena/app/profile')
  await page.getByRole('button', { name: 'Cerrar sesión' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).tap()
  await expect(page).toHaveURL(/\/app\/login$/)
  await expect.poll(async () => (await call('/auth/user', { token })).status).toBe(401)
})
