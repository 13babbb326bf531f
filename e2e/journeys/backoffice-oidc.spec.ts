import { expectAccessible } from '../support/axe.ts'
import { startWithProvider } from '../support/oidc.ts'
import { shoot } from '../support/screenshots.ts'
import { expect, test } from '../support/test.ts'

let own: Awaited<ReturnType<typeof startWithProvider>>
test.beforeAll(async () => {
  test.setTimeout(300_000)
  own = await startWithProvider()
})
test.afterAll(() => own?.stop())

const admin = { sub: 'irma', email: 'admin@demo.quincena.mx', email_verified: true }
const button = 'Entrar con la cuenta de la empresa'

test('staff enter at the provider of identities, and read why it refuses them', async ({
  openStaffApp,
  allowedMessages,
}) => {
  allowedMessages.push(/status of 401/)
  const page = await openStaffApp()
  const login = `${own.url}/quincena/auth/inicio-de-sesion`
  await page.goto(login)
  await expect(page.getByRole('button', { name: button })).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'staff-login-provider')

  own.provider.signInAs({ ...admin, groups: ['managers'] })
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByText(/Aquí tu rol es administrador/)).toBeVisible()
  await expect(page).toHaveURL(`${own.url}/quincena/auth/proveedor`)
  await expectAccessible(page)
  await shoot(page, 'staff-provider-refused')

  own.provider.signInAs({ ...admin, groups: ['admins'] })
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByText(/^¡Bienvenid/)).toBeVisible()
  await expect(page).toHaveURL(`${own.url}/quincena/`)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  // Going back to the address that the provider returned to signs nobody in again.
  await page.getByRole('button', { name: /tu cuenta/ }).click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('heading', { name: 'Iniciar Sesión' })).toBeVisible()
  await page.goto(`${own.url}/quincena/auth/proveedor?code=used&state=used`)
  await expect(page.getByText('Este inicio de sesión venció o ya se usó. Vuelve a empezar.')).toBeVisible()
})
