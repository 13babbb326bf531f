import { samplePdf } from '../../apps/server/src/demo/sample-pdf.ts'
import { expectAccessible } from '../support/axe.ts'
import { demoPassword, signInByHttp } from '../support/http.ts'
import { expect, test } from '../support/test.ts'

const labels = ['INE', 'CURP', 'Comprobante de domicilio', 'CIF', 'Carátula de cuenta bancaria']
const pdf = 'application/pdf'

test('Beto sends five documents, and only then may he ask', async ({ openPhone, openDesk }) => {
  const phone = await openPhone()

  await test.step('his first visit: consents, welcome, home', async () => {
    await phone.goto('/quincena/app/login')
    await phone.getByLabel('Correo electrónico').fill('beto@demo.quincena.mx')
    await phone.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
    await phone.getByRole('checkbox', { name: 'Acepto los términos y condiciones' }).tap()
    await phone.getByRole('button', { name: 'aviso de privacidad' }).tap()
    await expect(phone.getByRole('dialog')).toContainText('Aviso de privacidad')
    await phone.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).tap()
    await phone.getByRole('checkbox', { name: 'Acepto el aviso de privacidad' }).tap()
    await phone.getByRole('button', { name: 'Iniciar sesión' }).tap()
    await expect(phone).toHaveURL(/\/app\/onboarding$/)
    await expectAccessible(phone)
    await phone.getByRole('button', { name: 'Saltar' }).tap()
    await expect(phone).toHaveURL(/\/app\/home$/)
  })

  await test.step('he may not ask yet', async () => {
    await phone.getByRole('link', { name: 'Solicitar crédito' }).tap()
    await expect(phone.getByText('Completa tus documentos en Perfil para poder solicitar.')).toBeVisible()
    await expectAccessible(phone)
    await phone.getByRole('link', { name: 'Subir documentos' }).tap()
    await expect(phone.getByRole('heading', { name: 'Documentación' })).toBeVisible()
  })

  await test.step('a picture that calls itself a PDF is refused', async () => {
    const buffer = Buffer.from('\x89PNG no soy un PDF')
    await phone.getByLabel('Archivo de INE').setInputFiles({ name: 'ine.pdf', mimeType: pdf, buffer })
    const dialog = phone.getByRole('dialog')
    await expect(dialog).toContainText('El archivo seleccionado no es un PDF: ine.pdf')
    await dialog.getByRole('button', { name: 'Cerrar' }).tap()
    await phone.getByRole('button', { name: 'Enviar documentos' }).tap()
    await expect(
      phone.getByText('Por favor, sube todos los documentos requeridos antes de enviar.'),
    ).toBeVisible()
    await expect(phone.getByRole('img', { name: '0 de 5 documentos' })).toBeVisible()
  })

  await test.step('five PDFs are taken', async () => {
    const buffer = Buffer.from(await samplePdf('INE'))
    for (const [index, label] of labels.entries()) {
      await phone
        .getByLabel(`Archivo de ${label}`)
        .setInputFiles({ name: 'mi archivo.pdf', mimeType: pdf, buffer })
      await expect(phone.getByRole('img', { name: `${index + 1} de 5 documentos` })).toBeVisible()
    }
    await expectAccessible(phone)
    await phone.getByRole('button', { name: 'Enviar documentos' }).tap()
    await expect(phone.getByText('Todos los archivos se han enviado correctamente.')).toBeVisible()
  })

  await test.step('now he may ask', async () => {
    await phone.goto('/quincena/app/new-credit')
    await expect(phone.getByText('¿Cuánto necesitas?')).toBeVisible()
  })

  await test.step('a file opens by its signed link, and not by a changed one', async () => {
    await phone.goto('/quincena/app/documentation')
    const link = phone.getByRole('link', { name: 'CURP: abrir en otra pestaña' })
    const address = new URL((await link.getAttribute('href')) ?? '', phone.url())
    expect((await phone.request.get(address.href)).headers()['content-type']).toContain(pdf)
    address.searchParams.set([...address.searchParams.keys()].at(-1) ?? '', 'otra')
    expect((await phone.request.get(address.href)).status()).toBeGreaterThanOrEqual(400)
  })

  await test.step('staff see them', async () => {
    const beto = await signInByHttp('beto@demo.quincena.mx')
    expect(beto.first_name).toBe('Alberto')
    const desk = await openDesk((await signInByHttp('gerente@demo.quincena.mx')).token)
    await desk.goto('/quincena/')
    await expect(desk.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(desk)
  })
})
