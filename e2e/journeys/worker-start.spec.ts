import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { call, signInByHttp } from '../support/http.ts'
import { requestLoanByHttp } from '../support/loan-commands.ts'
import { readMailedLink } from '../support/mail.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker, workerForm } from '../support/workers.ts'

const zero = { x: 0, y: 0, width: 0, height: 0 }

/** Swipes over the slides with touch events, in steps like those of a phone's screen. */
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

test('§2 Onboarding: 50 px swipes, arrows and dots change slides; Comenzar is saved; the profile links to it [E2.8 E2.16 E2.17 E9.1]', async ({
  openWorkerApp,
}) => {
  const { token, id } = await makeWorker('Irene', { hasDocuments: false })
  const patch = { is_onboarding_dismissed: false }
  await call(`/auth/user/${id}/update`, { method: 'PATCH', token, body: patch })
  const page = await openWorkerApp(token)
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
  // A double tap: the second tap falls on the tab bar of the next screen and must select nothing.
  const { x, y, width, height } = (await page.getByRole('button', { name: 'Comenzar' }).boundingBox()) ?? zero
  const tap = () => page.touchscreen.tap(x + width / 2, y + height / 2)
  await Promise.all([tap(), tap()])
  expect((await kept).ok()).toBe(true)
  await expect(page).toHaveURL(/\/app\/home$/)
  expect((await call('/auth/user', { token })).json.user.is_onboarding_dismissed).toBe(true)
  await page.goto('/quincena/app/profile')
  await page.getByRole('link', { name: 'Conoce la app' }).tap()
  await isAt(1)
  await page.getByRole('button', { name: 'Saltar' }).tap()
  await expect(page).toHaveURL(/\/app\/home$/)
})

test('§2 Start-up: a valid token opens home, an invalid one the login; each screen opens at its top [E2.4 E2.5 E2.7]', async ({
  openWorkerApp,
  allowedMessages,
}) => {
  allowedMessages.push(/status of 401/)
  const signedOutPage = await openWorkerApp('no-longer-valid')
  await signedOutPage.goto('/quincena/app/profile')
  await expect(signedOutPage).toHaveURL(/\/app\/login$/)
  expect(await signedOutPage.evaluate(() => localStorage.getItem('quincena.session'))).toBeNull()
  await signedOutPage.goto('/quincena/app/welcome')
  await signedOutPage.getByRole('link', { name: 'Iniciar sesión' }).tap()
  await signedOutPage.getByLabel('Correo electrónico').fill('nadie@ejemplo.mx')
  await signedOutPage.getByRole('button', { name: 'términos y condiciones' }).tap()
  const sheet = signedOutPage.getByRole('dialog')
  await expect(sheet).toBeVisible()
  await signedOutPage.goBack()
  await expect(sheet).toBeHidden()
  await expect(signedOutPage).toHaveURL(/\/app\/login$/)
  await expect(signedOutPage.getByLabel('Correo electrónico')).toHaveValue('nadie@ejemplo.mx')
  await signedOutPage.goBack()
  await expect(signedOutPage).toHaveURL(/\/app\/welcome$/)
  const { token } = await makeWorker('Nadia', { hasDocuments: false })
  const page = await openWorkerApp(token, { viewport: { width: 390, height: 500 } })
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

test('Back closes the sheet and keeps the screen, also on the first screen of the app', async ({
  openWorkerApp,
}) => {
  const guest = await openWorkerApp()
  await guest.goto('/quincena/app/login')
  await guest.getByLabel('Correo electrónico').fill('nadie@ejemplo.mx')
  for (const label of ['términos y condiciones', 'aviso de privacidad']) {
    await guest.getByRole('button', { name: label }).tap()
    await expect(guest.getByRole('dialog')).toBeVisible()
    await guest.goBack()
    await expect(guest.getByRole('dialog')).toBeHidden()
    await expect(guest).toHaveURL(/\/app\/login$/)
    await expect(guest.getByLabel('Correo electrónico')).toHaveValue('nadie@ejemplo.mx')
  }
})

test('Back of Android closes the sheet without a step in the history', async ({ openWorkerApp }) => {
  const { token } = await makeWorker('Abril')
  const page = await openWorkerApp(token, {
    userAgent: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  })
  await page.addInitScript(() => {
    const Watcher = Reflect.get(window, 'CloseWatcher')
    const watchers: { requestClose(): void }[] = []
    const pressBack = () => watchers.at(-1)?.requestClose()
    const Recorded = new Proxy(Watcher, {
      construct(target) {
        const watcher = new target()
        const { destroy } = watcher
        watcher.destroy = () => {
          watchers.splice(watchers.indexOf(watcher), 1)
          destroy.call(watcher)
        }
        watcher.addEventListener('close', () => watchers.splice(watchers.indexOf(watcher), 1))
        watchers.push(watcher)
        return watcher
      },
    })
    Object.assign(window, { CloseWatcher: Recorded, pressBack })
  })
  await page.goto('/quincena/app/home')
  const pressBack = () => page.evaluate(() => Reflect.get(window, 'pressBack')())
  const sheet = page.getByRole('dialog')
  const entries = await page.evaluate(() => history.length)
  for (let time = 0; time < 2; time += 1) {
    await page
      .getByRole('button', { name: /Orientación médica/ })
      .first()
      .tap()
    await expect(sheet).toBeVisible()
    await pressBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/\/app\/home$/)
  }
  expect(await page.evaluate(() => history.length)).toBe(entries)
})

test('keeps the page of a link for the user whose session ended', async ({
  openWorkerApp,
  allowedMessages,
}) => {
  allowedMessages.push(/status of 401/)
  const worker = await makeWorker('Lorena')
  const loan = await requestLoanByHttp(worker.token, { type: 'credit', amount: 6000, period: 6 })
  const page = await openWorkerApp(worker.token)
  await page.goto('/quincena/app/home')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
  expect((await call('/auth/logout', { method: 'POST', token: worker.token })).status).toBeLessThan(300)
  await page.goto(`/quincena/app/credit-detail/${loan.id}`)
  await expect(page).toHaveURL(/\/app\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('quincena.last-path'))).toBe(
    `${worker.id}/app/credit-detail/${loan.id}`,
  )
})

test('§2 Terms and privacy notice: public pages; a newer text needs consent after sign-in [E2.11 E2.70]', async ({
  openWorkerApp,
}) => {
  const guest = await openWorkerApp()
  await guest.goto('/quincena/app/welcome')
  await guest.getByRole('link', { name: 'Aviso de privacidad' }).tap()
  await expect(guest).toHaveURL(/\/app\/legal\/privacy$/)
  await expect(guest).toHaveTitle('Aviso de privacidad · Quincena')
  await expect(guest.getByText(/^Versión .+, vigente desde el/)).toBeVisible()
  await guest.goto('/quincena/app/legal/terms')
  await expect(guest.getByRole('heading', { level: 1, name: 'Términos y condiciones' })).toBeVisible()
  await expect(guest.getByText(/^Versión .+, vigente desde el/)).toBeVisible()
  await expectAccessible(guest)
  await guest.getByRole('button', { name: 'Regresar' }).tap()
  await expect(guest).toHaveURL(/\/app\/login$/)

  const { token } = await makeWorker('Delia', { hasDocuments: false })
  const page = await openWorkerApp(token)
  // Removes the consent to the current terms from the server's answer.
  await page.route('**/api/auth/user', async (route) => {
    const answer = await route.fetch()
    const { user, ...rest } = await answer.json()
    const consents = user.consents.filter((one: { document: string }) => one.document !== 'terms')
    await route.fulfill({ response: answer, json: { ...rest, user: { ...user, consents } } })
  })
  await page.goto('/quincena/app/home')
  const sheet = page.getByRole('dialog', { name: 'Antes de seguir' })
  const go = sheet.getByRole('button', { name: 'Aceptar y continuar' })
  await expect(go).toBeDisabled()
  await expect(sheet.getByRole('checkbox')).toHaveCount(1)
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'términos y condiciones' }).tap()
  await expect(sheet.getByText(/^Versión .+, vigente desde el/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Regresar' }).tap()
  await sheet.getByRole('checkbox', { name: 'Acepto los términos y condiciones' }).tap()
  await page.unroute('**/api/auth/user')
  const given = page.waitForResponse(/\/auth\/consents$/)
  await go.tap()
  const { json: terms } = await call('/legal/terms')
  const { consents } = await (await given).json()
  expect(consents).toContainEqual(expect.objectContaining({ document: 'terms', version: terms.version }))
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\/app\/home$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Hola, Delia' })).toBeVisible()
  await expect(sheet).toHaveCount(0)
})

test('§2 Login: the mailed links of an invitation and a forgotten password lead to the app login', async ({
  openWorkerApp,
}) => {
  const manager = await signInByHttp('gerente@demo.quincena.mx')
  const { company } = await signInByHttp('ana@demo.quincena.mx')
  const form = { ...workerForm('Julia'), company: company?.id }
  const created = await call('/auth/users', { method: 'POST', token: manager.token, body: form })
  expect(created.status, created.bytes.toString()).toBe(201)
  const workerPage = await openWorkerApp()
  const choose = async (password: string) => {
    await workerPage.getByLabel('Nueva contraseña').fill(password)
    await workerPage.getByLabel('Confirma la contraseña').fill(password)
    await workerPage.getByRole('button', { name: 'Guardar contraseña' }).tap()
    await expect(workerPage.getByText('Contraseña guardada. Ya puedes iniciar sesión.')).toBeVisible()
    await expect(workerPage).toHaveURL(/\/app\/login$/)
  }
  await workerPage.goto(await readMailedLink(form.email))
  await expect(workerPage.getByText(/^Te damos la bienvenida/)).toBeVisible()
  await expectAccessible(workerPage)
  await choose('Primera-Montaña-58')

  await workerPage.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).tap()
  await workerPage.getByLabel('Correo electrónico').fill(form.email)
  await workerPage.getByRole('button', { name: 'Enviar enlace' }).tap()
  await expect(workerPage.getByRole('heading', { name: 'Revisa tu correo' })).toBeVisible()
  const link = await readMailedLink(form.email, 2)
  await workerPage.goto('/quincena/app/login')
  await workerPage.goto(link)
  await choose('Segunda-2026')
  await expect(workerPage.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
  for (const box of await workerPage.getByRole('checkbox').all()) await box.check()
  await workerPage.getByLabel('Correo electrónico').fill(form.email)
  await workerPage.getByLabel('Contraseña').fill('Segunda-2026')
  await workerPage.getByRole('button', { name: 'Iniciar sesión' }).tap()
  await expect(workerPage).toHaveURL(/\/app\/onboarding$/)
})

test('the first frames have the colour of the page in the scheme of the phone, and never a white one', async ({
  openWorkerApp,
}) => {
  const page = await openWorkerApp(undefined, { colorScheme: 'dark' })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(() => {
    const frames = new Set<string>()
    Object.assign(globalThis, { seenFrames: frames })
    const look = () => {
      const { backgroundColor, colorScheme } = getComputedStyle(document.documentElement)
      frames.add(`${backgroundColor}, ${colorScheme.includes('dark')}`)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto('/quincena/app/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const frames = await page.evaluate(() => [...(Reflect.get(globalThis, 'seenFrames') as Set<string>)])
  expect(frames).toEqual(['rgb(20, 24, 26), true'])
})
