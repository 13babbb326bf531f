import { expectAccessible } from '../support/axe.ts'
import { call, signInByHttp, workerPassword } from '../support/http.ts'
import { readMailedCode } from '../support/mail.ts'
import { shoot } from '../support/screenshots.ts'
import { expect, test } from '../support/test.ts'
import { workerForm } from '../support/workers.ts'

test('§Security passwords: a worker replaces the one that staff typed and confirms the e-mail address', async ({
  openWorkerApp,
  allowedMessages,
}) => {
  allowedMessages.push(/status of 422/)
  const manager = await signInByHttp('gerente@demo.quincena.mx')
  const { company } = await signInByHttp('ana@demo.quincena.mx')
  const form = { ...workerForm('Irma'), company: company?.id, password: workerPassword }
  const created = await call('/auth/users', { method: 'POST', token: manager.token, body: form })
  expect(created.status, created.bytes.toString()).toBe(201)

  const page = await openWorkerApp()
  await page.goto('/quincena/app/login')
  for (const name of [/términos y condiciones/, /aviso de privacidad/])
    await page.getByRole('checkbox', { name }).check()
  await page.getByLabel('Correo electrónico').fill(form.email)
  await page.getByLabel('Contraseña').fill(workerPassword)
  await page.getByRole('button', { name: 'Iniciar sesión' }).tap()

  await test.step('nothing else opens before the password is replaced', async () => {
    await expect(page.getByRole('heading', { name: 'Elige tu contraseña' })).toBeVisible()
    await expectAccessible(page)
    await shoot(page, 'password-gate')
    await page.getByLabel('Contraseña actual').fill(workerPassword)
    await page.getByLabel('Nueva contraseña').fill('Lluvia-Lenta-58')
    await page.getByLabel('Confirma la contraseña').fill('Lluvia-Lenta-58')
    await page.getByRole('button', { name: 'Guardar contraseña' }).tap()
  })

  await test.step('a mailed code confirms the address; a wrong one says so', async () => {
    await expect(page.getByRole('heading', { name: 'Confirma tu correo' })).toBeVisible()
    await page.getByRole('button', { name: 'Enviar código' }).tap()
    const code = await readMailedCode(form.email)
    await page.getByLabel('Código del correo').fill(code === '000000' ? '111111' : '000000')
    await page.getByRole('button', { name: 'Confirmar correo' }).tap()
    await expect(page.getByText('El código no es correcto o ya venció.').first()).toBeVisible()
    await expectAccessible(page)
    await shoot(page, 'email-gate')
    await page.getByLabel('Código del correo').fill(code)
    await page.getByRole('button', { name: 'Confirmar correo' }).tap()
    await expect(page.getByRole('heading', { name: 'Confirma tu correo' })).toHaveCount(0)
  })
})
