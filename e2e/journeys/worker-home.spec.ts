import type { Locator } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { findLoan } from '../support/demo-loans.ts'
import { holdClock } from '../support/hold-clock.ts'
import { acceptByHttp, makeSignedCredit, requestLoanByHttp } from '../support/loan-commands.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

/** Waits until a track of two cards shows one of them and scrolls no more. */
async function expectAtRest(track: Locator) {
  let previous = -1
  await expect(async () => {
    const { left, max } = await track.evaluate((element) => ({
      left: Math.round(element.scrollLeft),
      max: element.scrollWidth - element.clientWidth,
    }))
    const before = previous
    previous = left
    expect([0, max]).toContain(left)
    expect(left).toBe(before)
  }).toPass({ intervals: [500] })
}

test('§2 Home: greeting and badge, carousels of 5 s and 3 s that stop on focus, an opened assistance [E2.9 E2.18 E2.19 E2.20 E2.21 E2.22 E2.23 E2.59 E9.8]', async ({
  openWorkerApp,
  openStaffApp,
}) => {
  const worker = await makeWorker('Gloria')
  const credit = await makeSignedCredit(worker.token, 9000)
  const advance = await requestLoanByHttp(worker.token, { type: 'advance', amount: 1200 })
  expect([200, 202]).toContain((await acceptByHttp(advance.id, worker.token)).status)
  const workerPage = await openWorkerApp(worker.token, { reducedMotion: 'no-preference' })
  await workerPage.clock.install()
  await workerPage.goto('/quincena/app/home')

  await test.step('the header has the worker’s name and links to profile, help and unread notifications', async () => {
    await expect(workerPage.getByRole('heading', { name: 'Hola, Gloria' })).toBeVisible()
    await expect(workerPage.getByRole('link', { name: 'Mi perfil' })).toHaveAttribute(
      'href',
      /\/app\/profile$/,
    )
    await expect(workerPage.getByRole('link', { name: 'Ayuda' })).toHaveAttribute('href', /\/app\/faq$/)
    await expect(workerPage.getByRole('link', { name: /^Notificaciones, \d+ sin leer$/ })).toHaveAttribute(
      'href',
      /\/app\/notifications-user$/,
    )
    for (const [name, path] of [
      ['Solicitar crédito', /\/app\/new-credit$/],
      ['Solicitar anticipo', /\/app\/new-advance$/],
      ['Mis documentos', /\/app\/documentation$/],
    ] as const)
      await expect(workerPage.getByRole('link', { name })).toHaveAttribute('href', path)
  })

  const loans = workerPage.getByRole('group', { name: 'Mis préstamos vigentes', exact: true })
  const card = (folio: string) => loans.getByRole('link', { name: new RegExp(folio) })
  const first = card(advance.folio)
  const second = card(credit.folio)
  await test.step('the loans rotate every 5 s, except while touched or focused', async () => {
    await expect(first.or(second).first()).toBeVisible()
    await holdClock(workerPage)
    await expectAtRest(loans)
    if (await loans.evaluate((track) => track.scrollLeft > 0)) await workerPage.clock.runFor(5000)
    await expect(first).toBeInViewport({ ratio: 0.9 })
    await expect(second).not.toBeInViewport()
    await workerPage.clock.runFor(5000)
    await expect(second).toBeInViewport({ ratio: 0.9 })
    await loans.dispatchEvent('pointerover')
    await workerPage.clock.runFor(11_000)
    await expect(second).toBeInViewport({ ratio: 0.9 })
    await loans.dispatchEvent('pointerout')
    await second.focus()
    await workerPage.clock.runFor(11_000)
    await expect(second).toBeInViewport({ ratio: 0.9 })
  })

  await test.step('arrow keys and buttons change the loan; Detener and reduced motion stop the rotation', async () => {
    await second.press('ArrowLeft')
    await expect(first).toBeInViewport({ ratio: 0.9 })
    const foot = workerPage.getByRole('group', { name: 'Mover: Mis préstamos vigentes' })
    await foot.getByRole('button', { name: 'Siguiente' }).tap()
    await expect(second).toBeInViewport({ ratio: 0.9 })
    await foot.getByRole('button', { name: 'Detener el carrusel' }).tap()
    await workerPage.clock.runFor(11_000)
    await expect(second).toBeInViewport({ ratio: 0.9 })
    await foot.getByRole('button', { name: 'Mover el carrusel' }).tap()
    await workerPage.emulateMedia({ reducedMotion: 'reduce' })
    await expect(foot.getByRole('button', { name: 'Detener el carrusel' })).toHaveCount(0)
    await workerPage.clock.runFor(11_000)
    await expect(second).toBeInViewport({ ratio: 0.9 })
    await workerPage.emulateMedia({ reducedMotion: 'no-preference' })
  })

  await test.step('the assistances rotate every 3 s; one opens with its phone number and a link to all', async () => {
    const offers = workerPage.getByRole('group', { name: 'Asistencias', exact: true })
    const card = offers.getByRole('button').first()
    await offers.scrollIntoViewIfNeeded()
    await workerPage.clock.runFor(3000)
    await expect(card).not.toBeInViewport()
    await offers.evaluate((track) => track.scrollTo({ left: 0, behavior: 'instant' }))
    await expect(card).toContainText('Habla con un médico a cualquier hora.')
    await expect(card).not.toContainText('familia directa')
    await workerPage.clock.resume()
    await card.tap()
    const sheet = workerPage.getByRole('dialog', { name: 'Orientación médica por teléfono' })
    await expect(sheet).toContainText('familia directa')
    await expect(sheet.getByRole('link', { name: /^Llamar al / })).toHaveAttribute('href', /^tel:\d+$/)
    await expectAccessible(workerPage)
    await sheet.getByRole('button', { name: 'Cerrar' }).tap()
    await workerPage.getByRole('link', { name: 'Ver todos' }).tap()
    await expect(workerPage).toHaveURL(/\/app\/news-list$/)
    await expect(workerPage.getByRole('link', { name: /^Llamar al / })).toHaveAttribute('href', /^tel:\d+$/)
    await expect(workerPage.getByRole('link', { name: /^Más información: / }).first()).toBeVisible()
  })

  await test.step('from 1024 px two cards are side by side, and a message recommends a phone', async () => {
    const staffPage = await openStaffApp(worker.token, { viewport: { width: 1024, height: 768 } })
    await staffPage.goto('/quincena/app/home')
    await expect(
      staffPage.getByRole('link', { name: new RegExp(`${advance.folio}.*Por pagar`) }),
    ).toBeInViewport()
    await expect(
      staffPage.getByRole('link', { name: new RegExp(`${credit.folio}.*Por pagar`) }),
    ).toBeInViewport()
    await expect(staffPage.getByText('no está optimizada para pantallas grandes')).toBeVisible()
    const offers = staffPage.getByRole('group', { name: 'Asistencias', exact: true })
    await offers.scrollIntoViewIfNeeded()
    await expect(offers.getByRole('button').nth(1)).toBeInViewport({ ratio: 0.9 })
    await expect(offers.getByRole('button').nth(2)).not.toBeInViewport()
  })
})

test('§2 Products: rings show the payments made; an overdue loan shows whom to call [E2.25 E2.29]', async ({
  openWorkerApp,
}) => {
  const late = await findLoan('credit', 'overdue')
  const workerPage = await openWorkerApp(await late.token())
  await workerPage.goto('/quincena/app/home')
  await expect(workerPage.getByText('Pago atrasado')).toBeVisible()
  await expect(workerPage.getByRole('link', { name: /^Llamar al / })).toHaveAttribute('href', /^tel:\d+$/)
  await workerPage
    .getByRole('navigation', { name: 'Principal' })
    .getByRole('link', { name: 'Productos' })
    .tap()
  await expect(workerPage.getByRole('heading', { name: 'Mis productos' })).toBeVisible()
  const row = workerPage.getByRole('link', { name: /Crédito de/ })
  await expect(row.getByRole('img', { name: /^\d+ de \d+ pagos$/ })).toBeVisible()
  await expectAccessible(workerPage)
  await row.tap()
  await expect(workerPage).toHaveURL(new RegExp(`/app/credit-detail/${late.id}$`))
  await expect(workerPage.getByText(/^venció el /)).toBeVisible()
  await expect(workerPage.getByRole('link', { name: /^Llamar al / })).toBeVisible()
  for (const name of ['Calendario de pagos', 'Pagos registrados', 'Datos'])
    await expect(workerPage.getByRole('heading', { name })).toBeVisible()
})
