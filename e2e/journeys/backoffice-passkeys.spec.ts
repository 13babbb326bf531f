import { expectAccessible } from '../support/axe.ts'
import { call, signInByHttp } from '../support/http.ts'
import { addPasskeyDevice, localUrl } from '../support/passkeys.ts'
import { replaceTyped } from '../support/passwords.ts'
import { shoot } from '../support/screenshots.ts'
import { expect, test } from '../support/test.ts'

async function makeAdmin(name: string) {
  const admin = await signInByHttp('admin@demo.quincena.mx')
  const email = `${name}.${Date.now()}@quincena.mx`
  const typed = 'Nube-Cercana-2046'
  const body = { email, password: typed, first_name: 'Olga', last_name: 'Ruiz', user_type: 'U0' }
  const created = await call('/auth/register', { method: 'POST', token: admin.token, body })
  expect(created.status, created.bytes.toString()).toBe(201)
  const password = 'Trueno-Lejano-58'
  await replaceTyped({ email, typed }, password)
  return { email, password }
}

test('§Security passkeys: staff add one, sign in with it alone and remove it', async ({
  openStaffApp,
  allowedMessages,
}) => {
  allowedMessages.push(/status of 422/)
  // A person of its own: a passkey ends the other sessions of its owner.
  const person = await makeAdmin('llaves')
  const page = await openStaffApp()
  await addPasskeyDevice(page)
  await page.goto(localUrl('/auth/inicio-de-sesion'))
  await page.getByLabel('Correo electrónico').fill(person.email)
  await page.getByLabel('Contraseña').fill(person.password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByText(/^¡Bienvenid/)).toBeVisible()

  const openKeys = async () => {
    await page.getByRole('button', { name: /tu cuenta/ }).click()
    await page.getByRole('menuitem', { name: 'Llaves de acceso' }).click()
  }
  await openKeys()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Agregar llave de acceso' }).click()
  await dialog.getByLabel('Nombre de la llave').fill('Laptop de Olga')
  await dialog.getByLabel('Contraseña actual').fill('no-es-esta')
  await dialog.getByRole('button', { name: 'Agregar llave de acceso' }).click()
  await expect(dialog.getByText('La contraseña actual no es correcta.').first()).toBeVisible()
  await expect(dialog.getByLabel('Nombre de la llave')).toHaveValue('Laptop de Olga')
  await dialog.getByLabel('Contraseña actual').fill(person.password)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Agregar llave de acceso' }).click()
  const codes = dialog.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await expect(dialog.getByText('Laptop de Olga')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cerrar ventana' }).click()

  await page.getByRole('button', { name: /tu cuenta/ }).click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('heading', { name: 'Iniciar Sesión' })).toBeVisible()
  await page.getByRole('button', { name: 'Entrar con llave de acceso' }).click()
  await expect(page.getByText(/^¡Bienvenid/)).toBeVisible()

  await openKeys()
  await dialog.getByRole('button', { name: 'Quitar Laptop de Olga' }).click()
  await dialog.getByLabel('Contraseña actual').fill(person.password)
  await dialog.getByRole('button', { name: 'Quitar', exact: true }).click()
  await expect(dialog.getByText(/^Aún no tienes/)).toBeVisible()
})

test('§Security second factor: set up before the staff app opens, and asked again without losing what was typed', async ({
  openStaffApp,
  allowedMessages,
}) => {
  allowedMessages.push(/status of 403/)
  const person = await makeAdmin('factores')
  const page = await openStaffApp()
  await addPasskeyDevice(page)
  // Demo data needs no factors: the answers say that this session does, and later that its factor is too old.
  let isNeeded = true
  await page.route(/\/api\/auth\/login$/, async (route) => {
    // A repeated request has none of the browser's Sec-Fetch headers.
    const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' }
    const response = await route.fetch({ headers })
    await route.fulfill({ response, json: { ...(await response.json()), needs_factor: true } })
  })
  await page.route(/\/api\/auth\/access-config$/, (route) => {
    if (route.request().method() !== 'PUT' || !isNeeded) return route.fallback()
    isNeeded = false
    const problem = { type: 'about:blank', title: 'Sin permiso', status: 403, request_id: 'r' }
    const refusal = { code: 'factor_required', detail: 'Confirma que eres tú para continuar.' }
    return route.fulfill({
      status: 403,
      json: { ...problem, ...refusal },
      contentType: 'application/problem+json',
    })
  })
  await page.goto(localUrl('/auth/inicio-de-sesion'))
  await page.getByLabel('Correo electrónico').fill(person.email)
  await page.getByLabel('Contraseña').fill(person.password)
  await shoot(page, 'staff-login-passkey')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByRole('heading', { name: 'Protege tu cuenta' })).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'staff-factor-gate')
  await page.getByRole('button', { name: 'Usar una aplicación de códigos' }).click()
  await expect(page.getByRole('img', { name: /Código QR/ })).toBeVisible()
  await page.mouse.move(0, 0) // the pointer would show a button's hover colour
  await expectAccessible(page)
  await shoot(page, 'staff-factor-gate-app')
  await page.getByRole('button', { name: 'Usar una llave de acceso' }).click()
  await page.getByLabel('Contraseña actual').fill(person.password)
  await page.getByRole('button', { name: 'Agregar llave de acceso' }).click()
  await page.getByRole('checkbox').check()
  await shoot(page, 'staff-factor-gate-codes')
  await page.getByRole('button', { name: 'Listo' }).click()
  await expect(page.getByRole('button', { name: /Hola, Olga/ })).toBeVisible()

  await page.goto(localUrl('/configuracion'))
  const attempts = page.getByLabel('Intentos antes de bloquear')
  const before = await attempts.inputValue()
  const save = async () => {
    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  }
  await attempts.fill('6')
  await save()
  const dialog = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await expect(dialog.getByRole('button', { name: 'Usar llave de acceso' })).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'staff-factor-dialog')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(attempts).toHaveValue(/^6/)
  isNeeded = true
  await save()
  await dialog.getByRole('button', { name: 'Usar llave de acceso' }).click()
  await expect(page.getByText('Configuración guardada.').first()).toBeVisible()
  await expect(attempts).toHaveValue(/^6/)
  await attempts.fill(before.replace(/\D/g, ''))
  await save()
  await expect(page.getByText('Configuración guardada.').first()).toBeVisible()

  await page.getByRole('button', { name: /tu cuenta/ }).click()
  await page.getByRole('menuitem', { name: 'Llaves de acceso' }).click()
  await shoot(page, 'staff-passkeys')
})
