import { DOCUMENT_KINDS, type DocumentKind, documentLabel } from '@quincena/domain/documents/rules'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answerWith, buildPage, buildRefusal } from '../../../../test/server.ts'
import { openWorkerApp, workerOf } from '../../../../test/worker-screen.tsx'
import { endSession } from '../../../lib/session.ts'
import { documentHelp } from '../document-help.ts'

const documentOf = (kind: DocumentKind, fields = {}) => ({
  id: DOCUMENT_KINDS.indexOf(kind) + 1,
  kind,
  filename: kind,
  file: `http://elsewhere/api/documents/${kind}/file?signature=x`,
  created_at: '2026-11-15T18:00:00Z',
  user: 7,
  loan: null,
  size_bytes: 1000,
  sha256: 'ab',
  review: 'pending',
  reason: null,
  ...fields,
})

const pdf = (name = 'mi credencial de elector.pdf') =>
  new File(['%PDF-1.7 ...'], name, { type: 'application/pdf' })

let sent: FormData[] = []
let answer: { status: number; body: unknown } = { status: 201, body: documentOf('INE') }

/** Replaces XMLHttpRequest, which sends the uploads; a test answers with `finish` or `onerror`. */
class Upload {
  static last: Upload
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  isAborted = false
  status = 0
  responseText = ''
  key = ''
  open() {}
  setRequestHeader(name: string, value: string) {
    if (name === 'Idempotency-Key') this.key = value
  }
  abort() {
    this.isAborted = true
  }
  send(form: FormData) {
    sent.push(form)
    Upload.last = this
  }
  finish() {
    this.status = answer.status
    this.responseText = JSON.stringify(answer.body)
    this.onload?.()
  }
}

beforeEach(() => {
  sent = []
  answer = { status: 201, body: documentOf('INE') }
  vi.stubGlobal('XMLHttpRequest', Upload)
})
afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const open = () => openWorkerApp('/app/documentation', workerOf({ has_all_documents: false }))
const fileOf = (label: string) => screen.findByLabelText(`Archivo de ${label}`)
const choose = async (label: string, file: File) =>
  userEvent.upload(await fileOf(label), file, { applyAccept: false })

test('sends a document when it is chosen, shows the progress, then the stored document [E2.42 E2.43 E5.5]', async () => {
  let documents: unknown[] = []
  answerWith({ 'GET /documents/': () => buildPage(...documents) })
  open()
  await choose('INE', pdf())
  await vi.waitFor(() => expect(sent).toHaveLength(1), 10_000)
  expect([...(sent[0]?.entries() ?? [])].map(([name]) => name)).toEqual(['filename', 'user', 'file'])
  expect(sent[0]?.get('filename')).toBe('INE')
  expect(sent[0]?.get('file')).toMatchObject({ name: 'INE.pdf' })
  Upload.last.upload.onprogress?.({ loaded: 40, total: 100 })
  const bar = await screen.findByRole('progressbar')
  expect(bar.getAttribute('aria-valuenow')).toBe('40')
  expect(screen.getByText('Subiendo mi credencial de e… · 40 %')).toBeVisible()
  documents = [documentOf('INE')]
  Upload.last.finish()
  const link = await screen.findByRole('link', { name: 'INE: abrir en otra pestaña' })
  expect(link.getAttribute('href')).toBe('/api/documents/INE/file?signature=x')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(screen.getByRole('img', { name: '1 de 5 documentos' })).toBeVisible()
})

test.each([
  new File(['hola'], 'foto.jpg', { type: 'image/jpeg' }),
  new File(['hola'], 'disfrazado.pdf', { type: 'application/pdf' }),
])('refuses $name and sends nothing [E5.3]', async (file) => {
  answerWith({ 'GET /documents/': buildPage() })
  open()
  await choose('CURP', file)
  expect(await screen.findByText(`El archivo seleccionado no es un PDF: ${file.name}`)).toBeVisible()
  expect(sent).toHaveLength(0)
})

test('shows an error if the server refuses the file, and allows another upload [E8.12]', async () => {
  answerWith({ 'GET /documents/': buildPage() })
  answer = {
    status: 415,
    body: { type: 'x', title: 'x', status: 415, detail: 'x', code: 'document.not_pdf', request_id: 'r' },
  }
  open()
  await choose('CIF', pdf('cif.pdf'))
  await vi.waitFor(() => expect(sent).toHaveLength(1), 10_000)
  Upload.last.finish()
  expect(await screen.findByText('Error cargando el documento: cif.pdf')).toBeVisible()
  expect(screen.getByText('Hubo un error al subir el archivo. Asegúrate de que sea un PDF.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(await screen.findByRole('button', { name: 'Subir CIF' })).toBeEnabled()
})

test('keeps a file after a network error and sends it again with the same key on retry or when online [E8.12]', async () => {
  let documents: unknown[] = []
  answerWith({ 'GET /documents/': () => buildPage(...documents) })
  open()
  await choose('CIF', pdf('constancia de situacion.pdf'))
  await vi.waitFor(() => expect(sent).toHaveLength(1), 10_000)
  const first = Upload.last
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => network.mockRestore())
  first.onerror?.()
  expect(await screen.findByText('Error cargando el documento: constancia de situacion.pdf')).toBeVisible()
  expect(await screen.findByText('Sin enviar: constancia de situ…')).toBeVisible()
  expect(screen.getByText('No hay conexión. Lo enviamos cuando vuelva.')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar CIF' }))
  await vi.waitFor(() => expect(sent).toHaveLength(2), 10_000)
  Upload.last.onerror?.()
  await screen.findByRole('button', { name: 'Reintentar CIF' })
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(sent).toHaveLength(3), 10_000)
  expect(Upload.last.key).toBe(first.key)
  expect(first.key).toMatch(/^[0-9a-f]{32}$/)
  documents = [documentOf('CIF')]
  Upload.last.finish()
  expect(await screen.findByRole('button', { name: 'Cambiar CIF' })).toBeVisible()
})

test.each([
  { status: 500, code: 'server.error', detail: 'Algo salió mal. Intenta de nuevo.', isBlamed: false },
  { status: 413, code: 'document.too_large', detail: 'El archivo es muy pesado.', isBlamed: true },
])('after a $status says why, and blames the file only if the server refused it', async (refusal) => {
  const { isBlamed, ...problem } = refusal
  answerWith({ 'GET /documents/': buildPage() })
  answer = { status: problem.status, body: { type: 'x', title: 'x', request_id: 'r', ...problem } }
  open()
  await choose('CIF', pdf('cif.pdf'))
  await vi.waitFor(() => expect(sent).toHaveLength(1), 10_000)
  Upload.last.finish()
  expect(await screen.findByText(problem.detail)).toBeVisible()
  expect(screen.queryByText('Archivo: cif.pdf') !== null).toBe(isBlamed)
  expect(screen.queryByText('Sin enviar: cif.pdf') !== null).toBe(!isBlamed)
})

test('aborts a running upload with Cancelar', async () => {
  answerWith({ 'GET /documents/': buildPage() })
  open()
  await choose('CURP', pdf())
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar el envío de CURP' }))
  expect(Upload.last.isAborted).toBe(true)
  expect(await screen.findByRole('button', { name: 'Subir CURP' })).toBeVisible()
})

test('offers camera, photos and file as sources, and offers to convert a photo chosen as a file', async () => {
  answerWith({ 'GET /documents/': buildPage() })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Subir INE' }))
  const sheet = await screen.findByRole('dialog', { name: 'INE' })
  const ways = within(sheet).getAllByRole('listitem')
  expect(ways.map(({ textContent }) => textContent)).toEqual([
    'Tomar fotoLa convertimos en PDF',
    'Elegir fotosUna o varias páginas',
    'Elegir archivoUn PDF de hasta 10 MB',
  ])
  const camera = screen.getByLabelText('Foto de INE')
  const opened = vi.spyOn(camera, 'click')
  await userEvent.click(within(sheet).getByRole('button', { name: /Tomar foto/ }))
  expect(opened).toHaveBeenCalled()
  expect(camera.getAttribute('capture')).toBe('environment')
  await choose('INE', new File(['hola'], 'foto.jpg', { type: 'image/jpeg' }))
  expect(await screen.findByRole('button', { name: 'Convertir la foto en PDF' })).toBeVisible()
})

test('says how many photos are left out if there are more than 10', async () => {
  answerWith({ 'GET /documents/': buildPage() })
  open()
  const photos = Array.from({ length: 12 }, (_, n) => new File(['x'], `${n}.jpg`, { type: 'image/jpeg' }))
  await userEvent.upload(await screen.findByLabelText('Fotos de INE'), photos)
  expect(
    await screen.findByText('Un documento puede tener hasta 10 páginas: 2 fotos quedaron fuera.'),
  ).toBeVisible()
})

test('names the refused document as the one to send again', async () => {
  const others = DOCUMENT_KINDS.filter((kind) => kind !== 'CIF').map((kind) => documentOf(kind))
  const reason = 'Está vencida'
  answerWith({ 'GET /documents/': buildPage(...others, documentOf('CIF', { review: 'refused', reason })) })
  open()
  const resendText = 'Sube de nuevo tu CIF para poder solicitar créditos y anticipos.'
  expect(await screen.findByText(resendText)).toBeVisible()
  expect(screen.getByText('4/5')).toBeVisible()
})

test('has no button for an accepted document, and allows changing one in review [E2.46]', async () => {
  answerWith({
    'GET /documents/': buildPage(documentOf('INE', { review: 'accepted' }), documentOf('CURP')),
  })
  open()
  expect(await screen.findByText('Aceptado')).toBeVisible()
  expect(screen.queryByRole('button', { name: /(Cambiar|Subir) INE/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Cambiar CURP' })).toBeVisible()
})

test('shows an error if the server does not count the five documents as complete [E8.11]', async () => {
  const last = DOCUMENT_KINDS.at(-1) ?? 'INE'
  let documents = DOCUMENT_KINDS.slice(0, -1).map((kind) => documentOf(kind))
  const refused = buildRefusal(503, 'unexpected', 'Algo salió mal.')
  answerWith({ 'GET /documents/': () => buildPage(...documents), 'GET /auth/user': refused })
  const router = open()
  await choose('Carátula de cuenta bancaria', pdf())
  await vi.waitFor(() => expect(sent).toHaveLength(1), 10_000)
  documents = [...documents, documentOf(last)]
  Upload.last.finish()
  await screen.findByRole('img', { name: '5 de 5 documentos' })
  await userEvent.click(screen.getByRole('button', { name: 'Enviar documentos' }))
  expect(await screen.findByText('Error al actualizar has_all_documents')).toBeVisible()
  expect(router.state.location.pathname).toBe('/app/documentation')
})

test('asks for all five documents and has no send button until they are uploaded [E5.4]', async () => {
  answerWith({ 'GET /documents/': buildPage(documentOf('INE')) })
  open()
  expect(
    await screen.findByText('Por favor, sube todos los documentos requeridos antes de enviar.'),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Enviar documentos' })).toBeNull()
})

test('says of each document what it must show, what it is, where to get it, why it is needed and who sees it', async () => {
  answerWith({ 'GET /documents/': buildPage(documentOf('INE', { review: 'accepted' })) })
  open()
  expect(await screen.findByText(/^Solo los ve el equipo que revisa tu solicitud/)).toBeVisible()
  expect(screen.queryByText('Tu credencial para votar.')).toBeNull() // accepted: nothing to get
  for (const kind of DOCUMENT_KINDS.slice(1)) {
    const { mustShow, what, where, why, site } = documentHelp[kind]
    const card = within(
      screen.getByRole('button', { name: `Subir ${documentLabel(kind)}` }).closest('li') ?? document.body,
    )
    expect(card.getByText(mustShow)).toBeVisible()
    expect(card.getByText(what)).not.toBeVisible()
    await userEvent.click(card.getByText('Qué es y dónde lo consigo'))
    for (const text of [what, where, why]) expect(card.getByText(text)).toBeVisible()
    if (site) expect(card.getByRole('link', { name: `Ir a ${site.name}` })).toHaveAttribute('href', site.href)
  }
})

test('disables the send button if all five documents were already stored [E2.44]', async () => {
  answerWith({ 'GET /documents/': buildPage(...DOCUMENT_KINDS.map((kind) => documentOf(kind))) })
  open()
  expect(await screen.findByRole('button', { name: 'Enviar documentos' })).toBeDisabled()
  expect(screen.getByText('Ya tenemos tus cinco documentos. No tienes que enviar nada más.')).toBeVisible()
})

test('shows the reason of a refused document and does not count it [E2.46]', async () => {
  const reason = 'La imagen está borrosa'
  answerWith({ 'GET /documents/': buildPage(documentOf('CIF', { review: 'refused', reason })) })
  open()
  expect(await screen.findByText(reason)).toBeVisible()
  expect(screen.getByRole('img', { name: '0 de 5 documentos' })).toBeVisible()
})

test('shows an error if the documents cannot be loaded, and loads them on retry [E8.10]', async () => {
  let answer: unknown = buildRefusal(503, 'unexpected', 'Algo salió mal.')
  answerWith({ 'GET /documents/': () => answer })
  open()
  expect(await screen.findByText('Error al obtener los documentos del usuario')).toBeVisible()
  answer = buildPage()
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('button', { name: 'Subir INE' })).toBeVisible()
})
