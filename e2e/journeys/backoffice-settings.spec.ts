import { readFile } from 'node:fs/promises'
import { readSpreadsheet } from '../../apps/server/test/read-spreadsheet.ts'
import { expectAccessible } from '../support/axe.ts'
import { signInByHttp } from '../support/http.ts'
import { expect, test } from '../support/test.ts'

const tokenOf = async (name: string) => (await signInByHttp(`${name}@demo.quincena.mx`)).token

test('§3 system access configuration: a change by an admin applies at once and is in the audit trail [B3.12]', async ({
  openStaffApp,
  allowedMessages,
}) => {
  allowedMessages.push(/Failed to load resource.*(401|423)/)
  const page = await openStaffApp(await tokenOf('admin'))
  await page.goto('/quincena/configuracion')
  await expectAccessible(page)
  const attempts = page.getByLabel('Intentos antes de bloquear')
  const save = async (count: string) => {
    await attempts.fill(count)
    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    const dialog = page.getByRole('dialog', { name: '¿Guardar la configuración?' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText('Configuración guardada.').first()).toBeVisible()
  }
  await attempts.fill('0')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('El mínimo es 1')).toBeVisible()
  await save('2')
  try {
    const guest = await openStaffApp()
    await guest.goto('/quincena/auth/inicio-de-sesion')
    await guest.getByLabel('Correo electrónico').fill(`nadie.${Date.now()}@quincena.mx`)
    for (const text of [
      'No se pudo iniciar sesión',
      'No se pudo iniciar sesión',
      'La cuenta está bloqueada',
    ]) {
      await guest.getByLabel('Contraseña').fill('Equivocada-1')
      await guest.getByRole('button', { name: 'Ingresar' }).click()
      await expect(guest.getByText(text).first()).toBeVisible()
    }
  } finally {
    await save('5')
  }
  await page.goto('/quincena/auditoria?action=access_config.changed')
  await expectAccessible(page)
  await page
    .getByRole('row', { name: /Cambió la configuración de acceso/ })
    .first()
    .click()
  const act = page.getByRole('dialog', { name: 'Cambió la configuración de acceso' })
  await expect(act.getByRole('row').nth(1)).toHaveText('Intentos antes de bloquear25')
  await expectAccessible(page)
})

test('§Settings audit trail: an admin filters, verifies and exports it [B2.22]', async ({ openStaffApp }) => {
  const page = await openStaffApp(await tokenOf('admin'))
  await page.goto('/quincena/auditoria')
  await page.getByRole('button', { name: 'Verificar cadena' }).click()
  await expect(page.getByText(/Cadena íntegra\. [\d,]+ registros verificados/)).toBeVisible({
    timeout: 20_000,
  })
  await page.getByRole('searchbox').fill('Adriana')
  await expect(page).toHaveURL(/search=Adriana/)
  await page.getByRole('combobox', { name: 'Acción' }).click()
  await page.getByRole('option', { name: 'Inició sesión' }).click()
  await expect(page.getByRole('row', { name: /Adriana.*Inició sesión/ }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Exportar' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Auditoria_.*\.xlsx$/)
  const rows = readSpreadsheet(await readFile(await file.path())).get('Auditoria') ?? []
  expect(new Set(rows.map(({ Acción }) => Acción))).toEqual(new Set(['Inició sesión']))
})

test('§2 test page: each health check runs and shows its result [B2.43]', async ({
  openStaffApp,
  openWorkerApp,
}) => {
  const token = await tokenOf('admin')
  const page = await openStaffApp(token)
  await page.goto('/quincena/tests')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Probar todo' }).click()
  for (const part of ['Base de datos', 'Archivos', 'Tareas en segundo plano', 'STP', 'Reloj', 'Contabilidad'])
    await expect(page.getByRole('region', { name: part }).getByText('Funciona')).toBeVisible({
      timeout: 30_000,
    })
  await expect(page.getByRole('region', { name: 'Correo' }).getByText('admin@demo.quincena.mx')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Servidor' }).getByText('Memoria')).toBeVisible()
  await expectAccessible(page)
  const workerPage = await openWorkerApp(token)
  await workerPage.goto('/quincena/tests')
  await workerPage.getByRole('button', { name: 'Probar: Archivos' }).click()
  await expect(workerPage.getByRole('region', { name: 'Archivos' }).getByText('Funciona')).toBeVisible()
})

test('§6 settings, audit and diagnostics are an admin’s: a manager has no link to them [B6.9]', async ({
  openStaffApp,
}) => {
  const page = await openStaffApp(await tokenOf('gerente'))
  for (const [path, label] of [
    ['configuracion', 'Configuración'],
    ['auditoria', 'Auditoría'],
    ['tests', 'Diagnóstico'],
  ] as const) {
    await page.goto(`/quincena/${path}`)
    await expect(page.getByText('Esta sección es de administración')).toBeVisible()
    await expect(page.getByRole('link', { name: label })).toHaveCount(0)
  }
  await expectAccessible(page)
})

test('§2 layout: the greeting opens the user’s password and sessions [B2.21]', async ({ openStaffApp }) => {
  const page = await openStaffApp(await tokenOf('gerente'))
  await page.goto('/quincena/')
  await page.getByRole('button', { name: /tu cuenta$/ }).click()
  await page.getByRole('menuitem', { name: 'Mis sesiones' }).click()
  await expect(page.getByText('Esta sesión')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cerrar ventana' }).click()
  await page.getByRole('button', { name: /tu cuenta$/ }).click()
  await page.getByRole('menuitem', { name: 'Cambiar contraseña' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.getByText('La contraseña actual no puede estar vacía.')).toBeVisible()
  await expectAccessible(page)
})
