import type { Page, Route } from '@playwright/test'
import { approveOnScreen } from '../support/decisions.ts'
import { findLoan } from '../support/demo-loans.ts'
import { call, signInByHttp } from '../support/http.ts'
import { seePreview } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'
import { fillProof } from '../support/vouchers.ts'

const tokenOf = async (who: 'admin' | 'gerente') => (await signInByHttp(`${who}@demo.quincena.mx`)).token

/** Answers 500; the app retries a load before it shows the error. */
const fail = (route: Route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'down' })

/** Answers 400; the app does not retry. */
const refuse = (route: Route) => route.fulfill({ status: 400, contentType: 'text/plain', body: 'no' })

interface Load {
  path: string
  /** The call that fails. */
  call: RegExp
  tab?: string
  texts: string[]
}

async function listLoads(): Promise<Load[]> {
  const { id, user } = await findLoan('credit', 'active', { payments: 2 })
  const { json } = await call('/company/', { token: await tokenOf('gerente') })
  const person = `usuarios?ver=${user.id}`
  return [
    {
      path: '',
      call: /\/api\/loan\/summary/,
      texts: ['Ocurrió un error al cargar la información del dashboard', 'No se pudo cargar la información'],
    },
    { path: 'creditos', call: /\/api\/loan\?/, texts: ['Error al obtener los créditos.'] },
    { path: 'anticipos', call: /\/api\/loan\?/, texts: ['Error al obtener los anticipos.'] },
    { path: 'usuarios', call: /\/api\/auth\/users/, texts: ['Error al obtener los usuarios.'] },
    { path: person, call: /\/api\/auth\/user\/\d/, texts: ['Error al obtener la información del usuario'] },
    { path: person, tab: 'Órdenes', call: /\/api\/loan\?/, texts: ['Error al obtener las órdenes'] },
    {
      path: person,
      tab: 'Documentos',
      call: /\/api\/documents/,
      texts: ['Ocurrió un error al intentar obtener los documentos del usuario'],
    },
    { path: 'empresas', call: /\/api\/company\/?\?/, texts: ['Error al cargar las compañías'] },
    {
      path: `empresas?ver=${json.results[0].id}`,
      call: /\/api\/company\/\d/,
      texts: ['Error al obtener las empresas'],
    },
    { path: 'stp', call: /\/api\/stp\/?\?/, texts: ['Error al cargar órdenes STP.'] },
    {
      path: `detalle-credito/${id}`,
      call: /\/api\/loan\/\d/,
      texts: ['Error al obtener información del préstamo'],
    },
  ]
}

test('§8 list loads: every screen shows the specification’s error text when its call fails [B2.17 B8.6 B8.7 B8.8 B8.9 B8.10 B8.11 B8.12 B8.13 B8.14 B8.30 B8.34]', async ({
  openStaffApp,
  allowedMessages,
}) => {
  allowedMessages.push(/the server responded with a status of 400/)
  const page = await openStaffApp(await tokenOf('admin'))
  for (const { path, call: lostCall, tab, texts } of await listLoads()) {
    await page.route(lostCall, refuse)
    await page.goto(`/quincena/${path}`)
    if (tab !== undefined) await page.getByRole('tab', { name: tab }).click()
    const seen = texts.map((text) =>
      expect.soft(page.getByText(text, { exact: true }).first(), path).toBeVisible({ timeout: 20_000 }),
    )
    await Promise.all(seen)
    await page.unroute(lostCall)
  }
})

interface Deletion {
  path: string
  item: string
  call: RegExp
  title: string
  text: string
  failure: string
  success: string
}

const cannotUndoText = 'Esta acción no se puede deshacer.'

const deletions: Deletion[] = [
  {
    ...{ path: 'creditos?status=INA', item: 'Eliminar solicitud', call: /\/api\/loan\/\d+$/ },
    ...{ title: '¿Eliminar crédito?', text: cannotUndoText },
    failure: 'No se pudo eliminar el crédito.',
    success: 'El crédito fue eliminado exitosamente.',
  },
  {
    ...{ path: 'anticipos?situation=offer', item: 'Eliminar solicitud', call: /\/api\/loan\/\d+$/ },
    ...{ title: '¿Eliminar anticipo?', text: cannotUndoText },
    failure: 'No se pudo eliminar el anticipo.',
    success: 'El anticipo fue eliminado exitosamente.',
  },
  {
    ...{ path: 'usuarios?user_type=U2', item: 'Eliminar', call: /\/api\/auth\/user\/\d+$/ },
    ...{ title: '¿Eliminar usuario?', text: cannotUndoText },
    failure: 'No se pudo eliminar el usuario.',
    success: 'El usuario fue eliminado.',
  },
  {
    ...{ path: 'empresas', item: 'Eliminar', call: /\/api\/company\/\d+$/ },
    ...{ title: '¿Eliminar empresa?', text: cannotUndoText },
    failure: 'No se pudo eliminar la empresa.',
    success: 'La empresa fue eliminada.',
  },
  {
    ...{ path: '', item: 'Eliminar solicitud', call: /\/api\/loan\/\d+$/ },
    ...{ title: 'Eliminar solicitud', text: '¿Seguro que deseas eliminar la solicitud?' },
    failure: 'No se pudo eliminar el crédito.',
    success: 'Solicitud eliminada con éxito',
  },
]

async function openDeleteDialog(page: Page, { item, title }: Deletion) {
  await page.getByRole('button', { name: 'Acciones' }).first().click()
  await page.getByRole('menuitem', { name: item }).click()
  return page.getByRole('dialog', { name: title })
}

for (const deletion of deletions) {
  test(`§8 ${deletion.title} on «${deletion.path}»: buttons, failure and success [B8.15 B8.18 B8.25 B8.37 B8.42 B8.43 B8.44]`, async ({
    openStaffApp,
    allowedMessages,
  }) => {
    allowedMessages.push(/the server responded with a status of 500/)
    const page = await openStaffApp(await tokenOf('admin'))
    // The route answers instead of the server, so nothing is deleted; server tests cover the deletion.
    let answer = fail
    await page.route(deletion.call, (route) =>
      route.request().method() === 'DELETE' ? answer(route) : route.continue(),
    )
    await page.goto(`/quincena/${deletion.path}`)
    const dialog = await openDeleteDialog(page, deletion)
    await expect(dialog.getByText(deletion.text, { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(dialog).toBeHidden()
    await openDeleteDialog(page, deletion)
    await dialog.getByRole('button', { name: 'Sí, eliminar' }).click()
    await expect(page.getByText(deletion.failure, { exact: true })).toBeVisible()
    answer = (route) => route.fulfill({ status: 204 })
    await dialog.getByRole('button', { name: 'Sí, eliminar' }).click()
    await expect(page.getByText(deletion.success, { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
  })
}

test('§8 loan commands: shows the error of a failed approval and payment [B8.28 B8.31]', async ({
  openStaffApp,
  allowedMessages,
}) => {
  allowedMessages.push(/the server responded with a status of 500/)
  const page = await openStaffApp(await tokenOf('admin'))
  await page.route(/\/api\/(loan(?!\/payment-vouchers)|documents)/, (route) =>
    route.request().method() === 'GET' ? route.continue() : fail(route),
  )
  const requested = await findLoan('credit', 'requested')
  await page.goto(`/quincena/detalle-credito/${requested.id}`)
  await approveOnScreen(page)
  await expect(page.getByText('Ocurrió un error al intentar aprobar/rechazar la solicitud')).toBeVisible()
  const active = await findLoan('credit', 'active', { payments: 2 })
  await page.goto(`/quincena/detalle-credito/${active.id}?tab=pagos`)
  await page.getByRole('button', { name: 'Nuevo pago' }).first().click()
  await fillProof(page.getByRole('dialog'))
  await seePreview(page.getByRole('dialog'))
  await page.getByRole('dialog').getByRole('button', { name: 'Registrar pago' }).click()
  await expect(page.getByText('Hubo un problema al registrar el pago.')).toBeVisible({ timeout: 20_000 })
})

test('§8 companies dropdown: shows an error if the companies do not load; an invalid search shows its error [B8.12 B8.27]', async ({
  openStaffApp,
  allowedMessages,
}) => {
  allowedMessages.push(/the server responded with a status of 500/)
  const page = await openStaffApp(await tokenOf('admin'))
  await page.goto('/quincena/empresas')
  await page.getByRole('searchbox').first().fill('%%%')
  await expect(page.getByText('Búsqueda inválida')).toBeVisible()
  await page.route(/\/api\/company/, fail)
  await page.goto('/quincena/usuarios')
  await page.getByRole('button', { name: 'NUEVO USUARIO' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nuevo Usuario' })
  await dialog.getByRole('combobox', { name: /^Empresa/ }).click()
  await expect(dialog.getByText('Error al obtener las empresas')).toBeVisible({ timeout: 20_000 })
})
