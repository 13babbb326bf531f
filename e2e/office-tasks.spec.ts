import type { Locator, Page } from '@playwright/test'
import { expectLoaded } from './support/axe.ts'
import { call, signInByHttp } from './support/http.ts'
import { makeSignedCredit, requestLoanByHttp } from './support/loan-commands.ts'
import { makeReturnedCredit } from './support/payout-problems.ts'
import { takePhoto } from './support/photo.ts'
import { expect, test } from './support/test.ts'
import { workersFile } from './support/uploads.ts'
import { makeWorker } from './support/workers.ts'

type FilePayload = ReturnType<typeof workersFile>
type Hand = 'mouse' | 'keyboard'
const mostActions = 6

/**
 * Does a task of the office and counts its actions: a click, a shortcut, or filling one field. Moving the focus with Tab
 * belongs to the action that follows.
 */
class Task {
  actions = 0
  readonly page: Page
  readonly #started_ms = performance.now()

  constructor(page: Page) {
    this.page = page
  }

  async click(target: Locator): Promise<void> {
    this.actions += 1
    await target.click()
  }

  async press(...keys: string[]): Promise<void> {
    this.actions += 1
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Types into the field that has the focus. */
  async type(text: string): Promise<void> {
    this.actions += 1
    await this.page.keyboard.insertText(text)
  }

  /** Moves the focus with Tab until the control has it. */
  async reach(target: Locator): Promise<void> {
    for (let steps = 0; steps < 60; steps += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error('Tab never reached the control')
  }

  /** Chooses a file in the system's dialog that an action opens. */
  async choose(file: FilePayload, open: () => Promise<void>): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), open()])
    await chooser.setFiles(file)
  }

  end(name: string): void {
    const seconds = (performance.now() - this.#started_ms) / 1000
    process.stdout.write(`${name}: ${this.actions} actions, ${seconds.toFixed(1)} s\n`)
    expect(this.actions, name).toBeLessThanOrEqual(mostActions)
  }
}

const tokenOf = async (name: string) => (await signInByHttp(`${name}@demo.quincena.mx`)).token

/** Opens what the search of everything finds first. */
async function findFirst(task: Task, hand: Hand, { text, result }: { text: string; result: RegExp }) {
  const { page } = task
  if (hand === 'mouse') await task.click(page.getByRole('button', { name: /^Buscar/ }))
  else await task.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await task.type(text)
  const option = page.getByRole('option', { selected: true, name: result })
  await expect(option).toBeVisible()
  if (hand === 'mouse') await task.click(option)
  else await task.press('Enter')
}

async function approve(page: Page, hand: Hand) {
  const { token } = await makeWorker('Tamara')
  const { folio } = await requestLoanByHttp(token, { type: 'credit', amount: 6000, period: 6 })
  await page.goto('/quincena/')
  await expect(page.getByRole('table', { name: 'Solicitudes' }).getByText(folio)).toBeVisible()
  const task = new Task(page)
  const ine = page.getByRole('button', { name: /^Ver.*INE/ })
  if (hand === 'mouse') {
    await task.click(page.getByRole('link', { name: /Tamara/ }).first())
    await task.click(page.getByRole('tab', { name: 'Documentación' }))
    await task.click(ine)
    await expect(page.getByRole('region', { name: /INE/ }).locator('canvas')).toBeVisible()
    await task.click(page.getByRole('button', { name: 'Aprobar' }))
    await task.click(page.getByRole('dialog').getByRole('button', { name: 'Aprobar' }))
  } else {
    await task.press('j')
    await task.press('Enter')
    await expectLoaded(page)
    await task.press('d')
    await ine.waitFor()
    await task.reach(ine)
    await task.press('Enter')
    await expect(page.getByRole('region', { name: /INE/ }).locator('canvas')).toBeVisible()
    await task.press('a')
    await task.reach(page.getByRole('dialog').getByRole('button', { name: 'Aprobar' }))
    await task.press('Enter')
  }
  await expect(page.getByText(/^Aprobando/).first()).toBeVisible()
  task.end(`approve after looking at a document, by ${hand}`)
  await expect(page.getByText('Solicitud aprobada')).toBeVisible({ timeout: 15_000 })
}

async function findByPhone(page: Page, hand: Hand) {
  const { id } = await makeWorker('Ursula')
  const { phone } = (await call(`/auth/user/${id}`, { token: await tokenOf('gerente') })).json
  await page.goto('/quincena/')
  await expectLoaded(page)
  const task = new Task(page)
  await findFirst(task, hand, { text: String(phone), result: /Ursula/ })
  await expect(
    page
      .getByRole('dialog')
      .getByText(/^Ursula/)
      .first(),
  ).toBeVisible()
  task.end(`find a person by phone, by ${hand}`)
}

async function registerPayment(page: Page, hand: Hand) {
  const loan = await makeSignedCredit((await makeWorker('Vania')).token, 6000)
  const voucher = await takePhoto(page, { name: 'ficha', width: 900, height: 600 })
  await page.goto(`/quincena/detalle-credito/${loan.id}`)
  await expectLoaded(page)
  const task = new Task(page)
  const form = page.getByRole('dialog', { name: 'Nuevo pago' })
  const reference = form.getByLabel('Referencia')
  const input = page.getByLabel('Suelta aquí el comprobante o elígelo')
  const drop = form.locator('[role=presentation]', { has: input }).last()
  const send = form.getByRole('button', { name: 'Registrar pago' })
  if (hand === 'mouse') {
    await task.click(page.getByRole('button', { name: 'Nuevo pago' }))
    await task.click(reference)
    await task.type(`REF-${loan.id}`)
    await task.choose(voucher, () => task.click(drop))
    await form.getByRole('button', { name: /^Quitar/ }).waitFor()
    await task.click(send)
  } else {
    await task.press('p')
    await reference.waitFor()
    await task.reach(reference)
    await task.type(`REF-${loan.id}`)
    await task.reach(input)
    await task.choose(voucher, () => task.press('Enter'))
    await form.getByRole('button', { name: /^Quitar/ }).waitFor()
    await task.reach(send)
    await task.press('Enter')
  }
  await expect(page.getByText('El pago ha sido registrado correctamente.')).toBeVisible()
  task.end(`register a payment with a voucher, by ${hand}`)
}

async function readWhyReturned(page: Page, hand: Hand) {
  await makeReturnedCredit((await makeWorker('Wendy')).token, hand === 'mouse' ? 6210 : 6220)
  await page.goto('/quincena/')
  await expectLoaded(page)
  const task = new Task(page)
  if (hand === 'mouse') {
    await task.click(page.getByRole('link', { name: 'Órdenes STP' }).first())
    await task.click(page.locator('main label', { hasText: /^Devuelt/ }))
    await page.waitForURL(/state=/)
    await expectLoaded(page)
    await task.click(page.locator('tbody a').first())
  } else {
    await task.reach(page.getByRole('link', { name: /depósito devuelto/ }))
    await task.press('Enter')
    await page.waitForURL(/situation=returned/)
    await expectLoaded(page)
    await task.press('j')
    await task.press('Enter')
  }
  await expect(page.getByText(/[Cc]uenta cancelada/).first()).toBeVisible()
  task.end(`find out why a transfer was returned, by ${hand}`)
}

async function uploadUsers(page: Page, hand: Hand) {
  await page.goto('/quincena/')
  await expectLoaded(page)
  const file = workersFile(500)
  const task = new Task(page)
  const company = page.getByRole('combobox', { name: 'Empresa' })
  const input = page.getByLabel('Suelta aquí tu archivo o elígelo')
  const drop = page.locator('[role=presentation]', { has: input }).last()
  const send = page.getByRole('button', { name: 'Subir archivo' })
  if (hand === 'mouse') {
    await task.click(page.getByRole('link', { name: 'Usuarios', exact: true }))
    await task.click(page.getByRole('link', { name: 'Subir usuarios' }))
    await task.click(company)
    await task.click(page.getByRole('option').first())
    await task.choose(file, () => task.click(drop))
    await expect(send).toBeEnabled({ timeout: 30_000 })
    await task.click(send)
  } else {
    await findFirst(task, hand, { text: 'subir usuarios', result: /Subir usuarios/ })
    await company.waitFor()
    await task.reach(company)
    await task.press('ArrowDown', 'Enter')
    await task.choose(file, async () => {
      await task.reach(input)
      await task.press('Enter')
    })
    await expect(send).toBeEnabled({ timeout: 30_000 })
    await task.reach(send)
    await task.press('Enter')
  }
  await expect(page.getByText(/^Recibimos el archivo/)).toBeVisible({ timeout: 30_000 })
  task.end(`upload 500 users, by ${hand}`)
}

async function exportMonth(page: Page, hand: Hand) {
  await page.goto('/quincena/')
  await expectLoaded(page)
  const task = new Task(page)
  const company = page.getByRole('combobox', { name: 'Filtrar por empresa' })
  const month = page.getByRole('button', { name: 'Mes pasado' })
  const menu = page.getByRole('button', { name: 'Exportar' })
  const download = page.waitForEvent('download')
  if (hand === 'mouse') {
    await task.click(page.getByRole('link', { name: 'Créditos', exact: true }))
    await task.click(company)
    await task.click(page.getByRole('option').nth(1))
    await task.click(month)
    await task.click(menu)
    await task.click(page.getByRole('menuitem', { name: /Excel/ }))
  } else {
    await task.press('g', 'c')
    await company.waitFor()
    await expectLoaded(page)
    await task.reach(menu)
    await task.reach(company)
    await task.press('ArrowDown', 'ArrowDown', 'Enter')
    await task.reach(month)
    await task.press('Enter')
    await task.reach(menu)
    await task.press('Enter')
    await page.getByRole('menuitem', { name: /Excel/ }).waitFor()
    await task.press('ArrowDown', 'Enter')
  }
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
  task.end(`export a month of one company, by ${hand}`)
}

const tasks = { approve, findByPhone, registerPayment, readWhyReturned, uploadUsers, exportMonth }

for (const hand of ['mouse', 'keyboard'] as const)
  for (const [name, run] of Object.entries(tasks))
    test(`office task by ${hand}: ${name}`, async ({ openStaffApp }) => {
      await run(await openStaffApp(await tokenOf('gerente')), hand)
    })
