import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { samplePdf } from '../../apps/server/src/demo/sample-pdf.ts'
import { expectAccessible } from '../support/axe.ts'
import { findLoan } from '../support/demo-loans.ts'
import { call, demoPassword, signInByHttp } from '../support/http.ts'
import { takePhoto } from '../support/photo.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

const labels = ['INE', 'CURP', 'Comprobante de domicilio', 'CIF', 'Carátula de cuenta bancaria']
const pdf = 'application/pdf'

test('§2 Documentation: Beto can request a loan only after he sends five documents [E2.17 E2.41 E2.43 E4.12 E5.3 E8.13 E9.13]', async ({
  openWorkerApp,
  openStaffApp,
  allowedMessages,
}) => {
  allowedMessages.push(/404 .*\/file\?expires=/) // a tab with only a PDF requests an icon from the server's root
  const workerPage = await openWorkerApp()

  await test.step('the first visit shows consents, onboarding and home', async () => {
    await workerPage.goto('/quincena/app/login')
    await workerPage.getByLabel('Correo electrónico').fill('beto@demo.quincena.mx')
    await workerPage.getByLabel('Contraseña').fill(demoPassword)
    await workerPage.getByRole('checkbox', { name: 'Acepto los términos y condiciones' }).tap()
    await workerPage.getByRole('button', { name: 'aviso de privacidad' }).tap()
    await expect(workerPage.getByRole('dialog')).toContainText('Aviso de privacidad')
    await workerPage.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).tap()
    await workerPage.getByRole('checkbox', { name: 'Acepto el aviso de privacidad' }).tap()
    await workerPage.getByRole('button', { name: 'Iniciar sesión' }).tap()
    await expect(workerPage.getByRole('button', { name: 'Saltar' })).toBeVisible()
    await expect(workerPage).toHaveURL(/\/app\/onboarding$/)
    await expectAccessible(workerPage)
    await workerPage.getByRole('button', { name: 'Saltar' }).tap()
    await expect(workerPage).toHaveURL(/\/app\/home$/)
  })

  await test.step('he cannot request a loan yet', async () => {
    await workerPage.getByRole('link', { name: 'Solicitar crédito' }).tap()
    await expect(
      workerPage.getByText('Completa tus documentos en Perfil para poder solicitar.'),
    ).toBeVisible()
    await expectAccessible(workerPage)
    await workerPage.getByRole('button', { name: 'Para pedirlo, sube tus documentos' }).tap()
    await expect(workerPage.getByRole('heading', { name: 'Documentación' })).toBeVisible()
  })

  await test.step('a picture with the name of a PDF is refused', async () => {
    const buffer = Buffer.from('\x89PNG no soy un PDF')
    await workerPage.getByLabel('Archivo de INE').setInputFiles({ name: 'ine.pdf', mimeType: pdf, buffer })
    const dialog = workerPage.getByRole('dialog')
    await expect(dialog).toContainText('El archivo seleccionado no es un PDF: ine.pdf')
    await dialog.getByRole('button', { name: 'Cerrar' }).tap()
    await expect(workerPage.getByRole('button', { name: 'Enviar documentos' })).toHaveCount(0)
    await expect(
      workerPage.getByText('Por favor, sube todos los documentos requeridos antes de enviar.'),
    ).toBeVisible()
    await expect(workerPage.getByRole('img', { name: '0 de 5 documentos' })).toBeVisible()
  })

  await test.step('five PDFs are accepted', async () => {
    const buffer = Buffer.from(await samplePdf('INE'))
    for (const [index, label] of labels.entries()) {
      await workerPage
        .getByLabel(`Archivo de ${label}`)
        .setInputFiles({ name: 'mi archivo.pdf', mimeType: pdf, buffer })
      await expect(workerPage.getByRole('img', { name: `${index + 1} de 5 documentos` })).toBeVisible()
    }
    await expectAccessible(workerPage)
    await workerPage.getByRole('button', { name: 'Enviar documentos' }).tap()
    await expect(workerPage.getByText('Todos los archivos se han enviado correctamente.')).toBeVisible()
  })

  await test.step('now he can request a loan', async () => {
    await workerPage.goto('/quincena/app/new-credit')
    await expect(workerPage.getByText('¿Cuánto necesitas?')).toBeVisible()
  })

  await test.step('a signed link opens a file in a new tab; a changed link is refused', async () => {
    await workerPage.goto('/quincena/app/documentation')
    const link = workerPage.getByRole('link', { name: 'CURP: abrir en otra pestaña' })
    // A browser without a PDF viewer saves the file, so that its tab has no URL: the request tells the address.
    const asking = workerPage.context().waitForEvent('request', (request) => request.isNavigationRequest())
    const [tab, request] = await Promise.all([workerPage.waitForEvent('popup'), asking, link.tap()])
    expect(request.url()).toContain('/api/')
    const address = new URL(request.url())
    await tab.close()
    await expect(workerPage).toHaveURL(/\/app\/documentation$/)
    expect((await workerPage.request.get(address.href)).headers()['content-type']).toContain(pdf)
    address.searchParams.set([...address.searchParams.keys()].at(-1) ?? '', 'otra')
    expect((await workerPage.request.get(address.href)).status()).toBeGreaterThanOrEqual(400)
  })

  await test.step('the manager’s dashboard opens', async () => {
    const beto = await signInByHttp('beto@demo.quincena.mx')
    expect(beto.first_name).toBe('Alberto')
    const staffPage = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)
    await staffPage.goto('/quincena/')
    await expect(staffPage.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(staffPage)
  })
})

/** Staff accept or refuse a worker's document over HTTP. */
async function review(worker: { id: number }, kind: string, decision: object) {
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const { json } = await call(`/documents/?user__id=${worker.id}`, { token })
  const { id } = json.results.find((document: { kind: string }) => document.kind === kind)
  const { status } = await call(`/documents/${id}`, { method: 'PATCH', token, body: decision })
  expect(status).toBe(200)
}

/** Size in bytes of a worker's stored PDFs, and for each page whether it is landscape. */
async function readStoredPdfs({ token, id }: { token: string; id: number }) {
  const { json } = await call(`/documents/?user__id=${id}`, { token })
  return Promise.all(
    json.results.map(async ({ file }: { file: string }) => {
      const text = Buffer.from(await (await fetch(file)).arrayBuffer()).toString('latin1')
      const pages = [...text.matchAll(/\/MediaBox \[0 0 (\d+) (\d+)\]/g)]
      return {
        bytes: text.length,
        isLandscape: pages.map(([, width, height]) => Number(width) > Number(height)),
      }
    }),
  )
}

const pixelsOf = (page: Page, name: RegExp) =>
  page.getByRole('img', { name }).evaluate((image: HTMLImageElement) => {
    const { naturalWidth, naturalHeight } = image
    return [naturalWidth, naturalHeight]
  })

test.describe('§2 Documentation: from the camera', () => {
  test.use({ allowedMessages: [/ERR_INTERNET_DISCONNECTED/] })

  test('§2 documents-anticipation: the app makes one PDF of photos and sends it again after a network failure [E2.45 E2.46 E2.47]', async ({
    openWorkerApp,
  }) => {
    const worker = await makeWorker('Fátima', { hasDocuments: false })
    const workerPage = await openWorkerApp(worker.token, { viewport: { width: 360, height: 740 } })
    const dialog = workerPage.getByRole('dialog')
    const edge = (name: string) => dialog.getByRole('slider', { name })

    await test.step('she cannot request an advance yet and is redirected here', async () => {
      await workerPage.goto('/quincena/app/new-advance')
      await workerPage.getByRole('button', { name: 'Para pedirlo, sube tus documentos' }).tap()
      await expect(workerPage).toHaveURL(/\/app\/documents-anticipation$/)
      await expect(workerPage.getByRole('navigation', { name: 'Principal' })).toHaveCount(0)
    })

    const upright = await takePhoto(workerPage, { name: 'frente', width: 2400, height: 1800, orientation: 6 })
    const landscapePhoto = await takePhoto(workerPage, { name: 'reverso', width: 1600, height: 1000 })

    await test.step('a photo is shown upright by its EXIF orientation; finger and keys crop it', async () => {
      await workerPage.getByRole('button', { name: 'Subir INE' }).tap()
      await expect(dialog).toBeVisible()
      await expectAccessible(workerPage)
      const chooser = workerPage.waitForEvent('filechooser')
      await dialog.getByRole('button', { name: /Tomar foto/ }).tap()
      await (await chooser).setFiles(upright)
      await expect(dialog).toContainText('INE: página 1')
      await expect.poll(() => pixelsOf(workerPage, /Foto de la página 1/)).toEqual([1200, 1600])
      await expectAccessible(workerPage)
      await edge('Borde de arriba').press('PageDown')
      await expect(edge('Borde de arriba')).toHaveAttribute('aria-valuenow', '10')
      const from = await edge('Borde izquierdo').boundingBox()
      const at = { x: (from?.x ?? 0) + 24, y: (from?.y ?? 0) + 24 }
      await workerPage.mouse.move(at.x, at.y)
      await workerPage.mouse.down()
      await workerPage.mouse.move(at.x + 40, at.y, { steps: 4 })
      await workerPage.mouse.up()
      const cropped = async () => Number(await edge('Borde izquierdo').getAttribute('aria-valuenow'))
      await expect.poll(cropped).toBeGreaterThan(8)
    })

    await test.step('a rotation keeps the crop', async () => {
      await dialog.getByRole('button', { name: 'Girar', exact: true }).tap()
      await expect.poll(() => pixelsOf(workerPage, /Foto de la página 1/)).toEqual([1600, 1200])
      await expect(edge('Borde derecho')).toHaveAttribute('aria-valuenow', '90')
      await dialog.getByRole('button', { name: 'Listo' }).tap()
      const preview = async () => {
        const [width = 0, height = 0] = await pixelsOf(workerPage, /Vista previa de la página 1/)
        return width > height
      }
      await expect.poll(preview).toBe(true)
    })

    await test.step('a second page is added and moved to the front', async () => {
      await dialog.getByLabel('Foto de otra página').setInputFiles(landscapePhoto)
      await dialog.getByRole('button', { name: 'Girar', exact: true }).tap()
      await dialog.getByRole('button', { name: 'Listo' }).tap()
      await expect(dialog.getByText(/Página 2 de 2/)).toBeVisible()
      await expect(dialog.getByRole('button', { name: /Enviar PDF/ })).toBeEnabled()
      await expectAccessible(workerPage)
      await dialog.getByRole('button', { name: 'Subir la página 2' }).tap()
    })

    await test.step('without a network the file is kept, and it is sent when the network returns', async () => {
      await workerPage.context().setOffline(true)
      await dialog.getByRole('button', { name: /Enviar PDF/ }).tap()
      await expect(workerPage.getByText('Sin enviar: INE.pdf')).toBeVisible()
      await expect(workerPage.getByText('No hay conexión. Lo enviamos cuando vuelva.')).toBeVisible()
      await expect(dialog).toBeHidden()
      await expectAccessible(workerPage)
      await workerPage.context().setOffline(false)
      await expect(workerPage.getByRole('img', { name: '1 de 5 documentos' })).toBeVisible()
      const [stored, ...others] = await readStoredPdfs(worker)
      expect(others).toHaveLength(0)
      expect(stored.isLandscape).toEqual([false, true])
      expect(stored.bytes).toBeLessThan(2 * 1024 * 1024)
    })

    await test.step('a photo selected as a file is refused and can be converted to a PDF', async () => {
      await workerPage.getByLabel('Archivo de CURP').setInputFiles(landscapePhoto)
      await expect(dialog).toContainText('El archivo seleccionado no es un PDF: reverso.jpg')
      await dialog.getByRole('button', { name: 'Convertir la foto en PDF' }).tap()
      await dialog.getByRole('button', { name: 'Listo' }).tap()
      await dialog.getByRole('button', { name: 'Cerrar' }).tap()
      await workerPage.getByRole('button', { name: 'Descartar' }).tap()
      await expect(workerPage.getByRole('button', { name: 'Subir CURP' })).toBeVisible()
    })

    await test.step('a refused document shows the reason and can be replaced; an accepted one cannot', async () => {
      await review(worker, 'INE', { review: 'refused', reason: 'No se ve la firma' })
      await workerPage.reload()
      await expect(workerPage.getByText('No se ve la firma')).toBeVisible()
      await expect(workerPage.getByRole('button', { name: 'Cambiar INE' })).toBeVisible()
      await review(worker, 'INE', { review: 'accepted' })
      await workerPage.reload()
      await expect(workerPage.getByText('Aceptado')).toBeVisible()
      await expect(workerPage.getByRole('button', { name: 'Cambiar INE' })).toHaveCount(0)
    })
  })
})

test('§2 Download history: one list downloads contracts, receipts and statements [E2.48 E2.66 E8.14 E8.16 E8.17]', async ({
  openWorkerApp,
}) => {
  const loan = await findLoan('credit', 'active', { payments: 2 })
  const token = await loan.token()
  const { json } = await call(`/loan/${loan.id}`, { token })
  const workerPage = await openWorkerApp(token, { viewport: { width: 360, height: 740 } })
  // The demo seals its contracts one after another after the start; only the test's own limit ends the wait.
  const waitForSealedContract = (id: number, by: string) =>
    expect
      .poll(async () => (await call(`/downloads?kind=contract&loan__id=${id}`, { token: by })).json.count, {
        timeout: 0,
      })
      .toBeGreaterThan(0)
  await waitForSealedContract(loan.id, token)
  const save = async (name: RegExp) => {
    const download = workerPage.waitForEvent('download')
    await workerPage.getByRole('button', { name }).first().tap()
    const file = await download
    const bytes = await readFile(await file.path())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    return file.suggestedFilename()
  }

  await test.step('the profile links to the list, newest first', async () => {
    await workerPage.goto('/quincena/app/profile')
    await workerPage.getByRole('link', { name: 'Mis descargas' }).tap()
    await expect(workerPage.getByRole('listitem').first()).toBeVisible()
    await expectAccessible(workerPage)
  })

  await test.step('the list filters by kind and saves each file under its name', async () => {
    await workerPage.getByText('Estados de cuenta').tap()
    expect(await save(new RegExp(`Estado de cuenta.*${json.folio}`))).toBe(
      `Estado_de_cuenta_${json.folio}.pdf`,
    )
    await expect(workerPage.getByText('El estado de cuenta se ha descargado correctamente.')).toBeVisible()
    await workerPage.getByText('Comprobantes', { exact: true }).tap()
    expect(await save(new RegExp(`Comprobante de pago.*${json.folio}`))).toMatch(/^comprobante-R-\d{6}\.pdf$/)
    await workerPage.getByText('Contratos', { exact: true }).tap()
    expect(await save(new RegExp(`Contrato.*${json.folio}`))).toBe(`Contrato_Credito_${json.folio}.pdf`)
    await expect(workerPage.getByText('El contrato se ha descargado correctamente.')).toBeVisible()
  })

  await test.step('§8 a failed download shows the reason', async () => {
    await workerPage.route('**/api/documents/?loan__id=*', (route) =>
      route.fulfill({ json: { count: 0, next: null, previous: null, results: [] } }),
    )
    await workerPage.goto(`/quincena/app/credit-request-approved/${loan.id}`)
    await workerPage.getByRole('button', { name: 'Descargar Contrato' }).tap()
    await expect(workerPage.getByText('El contrato no está disponible.')).toBeVisible()
    await workerPage.goto(`/quincena/app/credit-detail/${loan.id}`)
    await workerPage.getByRole('button', { name: 'Descargar Contrato' }).tap()
    await expect(workerPage.getByText('No se encontró el contrato para este préstamo.')).toBeVisible()
    await workerPage.unroute('**/api/documents/?loan__id=*')
    await workerPage.getByRole('button', { name: 'Estado de cuenta completo' }).scrollIntoViewIfNeeded()
    expect(await save(/^Estado de cuenta/)).toBe(`Estado_de_cuenta_${json.folio}.pdf`)
  })

  await test.step('§2 static Documentos: shows the files of the last advance', async () => {
    const advance = await findLoan('advance', 'active')
    const own_token = await advance.token()
    await waitForSealedContract(advance.id, own_token)
    const own = await openWorkerApp(own_token, { viewport: { width: 360, height: 740 } })
    await own.goto('/quincena/app/details-advance-request')
    await expect(own.getByRole('heading', { name: 'Documentos' })).toBeVisible()
    await expect(own.getByRole('button', { name: /^Contrato Anticipo A-/ })).toBeVisible()
    await expectAccessible(own)
    await own.getByRole('link', { name: 'Ver el anticipo' }).tap()
    await expect(own).toHaveURL(/\/app\/anticipation-detail\/\d+$/)
  })
})
