import { createClient, dataOf, type QuincenaClient } from '@quincena/client'
import { formOf } from '@quincena/client/form'
import { DOCUMENT_KINDS } from '@quincena/domain/documents/rules'
import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import { clabeOf } from '../../src/demo/identity.ts'
import { samplePdf } from '../../src/demo/sample-pdf.ts'
import { signatureUrl } from '../png.ts'
import type { MailSink } from './mail-sink.ts'
import type { Site } from './site.ts'

const password = 'Palabra-larga-de-prueba-2026'

/** A signed-in person, who calls through the proxy. */
export interface Member {
  id: number
  client: QuincenaClient
  headers: Record<string, string>
}

/** The token of the newest mailed link to an address. */
function mailedToken(sink: MailSink, email: string): string | undefined {
  const mail = sink.mails.findLast(({ to, text }) => to === email && text.includes('#token='))
  return /#token=(?<token>[A-Za-z0-9_-]+)/.exec(mail?.text ?? '')?.groups?.token
}

/** Waits for the invitation, chooses a password with it and signs in. */
export async function acceptInvitation(site: Site, sink: MailSink, email: string): Promise<Member> {
  await expect.poll(() => mailedToken(sink, email)).toBeDefined()
  let token: string | undefined
  const base_url = `${site.url}/quincena/api`
  const client = createClient({ base_url, token: () => token, fetch: site.fetch })
  const mailed = mailedToken(sink, email) ?? ''
  const chosen = await client.POST('/auth/reset-password', { body: { token: mailed, password } })
  expect(chosen.response.status, JSON.stringify(chosen.error)).toBe(204)
  const user = dataOf(await client.POST('/auth/login', { body: { email, password } }))
  token = user.token
  return { id: user.id, client, headers: { authorization: `Bearer ${token}` } }
}

/** Adds the second factor that staff need. */
export async function addFactor({ client }: Member) {
  const { secret } = dataOf(await client.POST('/auth/two-factor'))
  const code = new TOTP({ secret }).generate()
  dataOf(await client.POST('/auth/two-factor/confirm', { body: { current_password: password, code } }))
}

/** Creates a company and a worker of it, who is invited by mail. */
export async function enterWorker({ client }: Member, email: string) {
  const company = dataOf(
    await client.POST('/company', {
      body: {
        ...{ key: 'ABARRO', name: 'Abarrotes del Norte', industry: 'Manufactura' },
        ...{ email: 'rh@abarrotes.example.mx', phone: '8112345678' },
        ...{ headquarters_address: 'Av. Juárez 120, Monterrey', interest_rate: 0.18, commission: 150 },
      },
    }),
  )
  const account = '01234567890'
  return dataOf(
    await client.POST('/auth/users', {
      body: {
        ...{ user_type: 'U2', email, first_name: 'María', last_name: 'Ruiz Peña', key: 'M1' },
        ...{ curp: 'RUPM900514MNLZXR05', rfc: 'RUPM900514AB1', ine: '1234567890123', gender: 'F' },
        ...{ birthday: '1990-05-14', phone: '8112345679', position: 'Cajera', biweekly_salary: 8500 },
        ...{ address: 'Calle 5 número 12', neighborhood: 'Centro', city: 'Monterrey' },
        ...{ state: 'Nuevo León', zip_code: '64000', company: company.id, bank: '40012' },
        ...{ bank_account_number: account, debit_card_number: clabeOf('012', account) },
      },
    }),
  )
}

/** The worker accepts the texts in force and sends the five documents. */
export async function completeFile({ id, client }: Member) {
  const texts = ['terms', 'privacy'] as const
  const consents = await Promise.all(
    texts.map(async (document) => {
      const { version } = dataOf(await client.GET('/legal/{document}', { params: { path: { document } } }))
      return { document, version }
    }),
  )
  dataOf(await client.POST('/auth/consents', { body: { consents } }))
  for (const kind of DOCUMENT_KINDS) {
    const pdf = new File([Uint8Array.from(await samplePdf(kind))], `${kind}.pdf`, { type: 'application/pdf' })
    const body = { filename: kind, user: String(id), file: '' }
    const bodySerializer = (fields: Record<string, string>) => formOf({ ...fields, file: pdf })
    dataOf(await client.POST('/documents/', { body, bodySerializer }))
  }
}

/** Another administrator accepts the documents and confirms what the first one wrote of the worker. */
export async function confirmWorker({ client }: Member, user__id: number) {
  const query = { user__id, page_size: 20 }
  const documents = dataOf(await client.GET('/documents/', { params: { query } }))
  for (const { id } of documents.results)
    dataOf(await client.PATCH('/documents/{id}', { params: { path: { id } }, body: { review: 'accepted' } }))
  const open = { mine: false, state: 'open' as const, action: 'worker.confirm' }
  const approvals = dataOf(await client.GET('/approvals', { params: { query: open } }))
  for (const { id } of approvals.results)
    dataOf(await client.POST('/approvals/{id}/approve', { params: { path: { id } } }))
  return { documents: documents.results.length, confirmed: approvals.results.length }
}

/** The worker asks for a credit, an administrator approves it, and the worker signs. */
export async function borrow(worker: Member, admin: Member): Promise<number> {
  const { id } = dataOf(
    await worker.client.POST('/loan', { body: { type: 'credit', amount: 6000, period: 3 } }),
  )
  const path = { id }
  dataOf(await admin.client.PATCH('/loan/{id}', { params: { path }, body: { status: 'APP' } }))
  const contract = await worker.client.POST('/contract/{id}', { params: { path }, parseAs: 'arrayBuffer' })
  const contract_sha256 = String(contract.response.headers.get('etag')).replaceAll('"', '')
  const params = { path, header: { 'Idempotency-Key': `accept-${id}` } }
  const body = { signature: signatureUrl, latitude: 25.6866, longitude: -100.3161, contract_sha256 }
  const accepted = await worker.client.POST('/loan/{id}/accept', { params, body })
  expect(accepted.response.status, JSON.stringify(accepted.error)).toBe(200)
  return id
}
