import { accountText, contractFilename } from '@quincena/domain/contracts/product'
import { type ContractPayload, contractPayload } from '@quincena/domain/contracts/schema'
import { contractTextNameOf } from '@quincena/domain/contracts/values'
import { consentNames } from '@quincena/domain/legal/consent'
import { textDocuments } from '@quincena/domain/texts/documents'
import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import { sha256 } from '../../../crypto/cms.ts'
import type { Deps } from '../../../deps.ts'
import { renderPdf } from '../../../pdf/render.ts'
import { addLoanFile } from '../../../people/documents/commands.ts'
import { listConsentsAt } from '../../../people/legal/queries.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { paperBrandOf } from '../../../platform/brand/queries/paper-brand.ts'
import type { AcceptedText } from '../pdf/accepted-texts.ts'
import type { Evidence } from '../pdf/evidence-document.ts'
import { getContractTitle } from '../queries/contract-text.ts'
import { issuesConstancias } from '../seal/constancias.ts'
import { sealPdf } from '../seal/seal.ts'
import { loadSealer, requireValidSealer } from '../seal/sealer.ts'
import { contractFile } from './show-contract.ts'

async function readSigned(deps: Deps, loan_id: number) {
  return deps.db
    .selectFrom('signed_contract')
    .innerJoin('acceptance', 'acceptance.id', 'signed_contract.acceptance_id')
    .innerJoin('contract', 'contract.id', 'acceptance.contract_id')
    .innerJoin('loan', 'loan.id', 'signed_contract.loan_id')
    .select([
      'contract.id as contract_id',
      'contract.payload',
      'contract.sha256',
      'contract.storage_key',
      'contract.created_at',
    ])
    .select(sql<string | null>`acceptance.strokes::text`.as('strokes_text'))
    .select([
      'acceptance.signature_png',
      'acceptance.strokes',
      'acceptance.accepted_at',
      'acceptance.id as acceptance_id',
      'signed_contract.sealed_at',
    ])
    .select([
      'acceptance.typed_name',
      'acceptance.latitude',
      'acceptance.longitude',
      'acceptance.accuracy',
      'acceptance.ip',
      'acceptance.user_agent',
      'acceptance.session_id',
    ])
    .select([
      'acceptance.code_channel',
      'acceptance.code_address',
      'acceptance.code_sent_at',
      'acceptance.code_confirmed_at',
    ])
    .select(['loan.id as loan_id', 'loan.user_id'])
    .where('signed_contract.loan_id', '=', loan_id)
    .executeTakeFirst()
}

type Signed = NonNullable<Awaited<ReturnType<typeof readSigned>>>

const hashOf = (bytes: Uint8Array) => sha256(bytes).toString('hex')

/**
 * Returns the recorded acceptance of each legal text: the consents up to the signature and, for an advance, its terms,
 * which the signature accepts in the version that the contract names.
 */
async function acceptedTextsOf(
  deps: Deps,
  { user_id, accepted_at, payload }: Signed,
): Promise<AcceptedText[]> {
  const consents = await listConsentsAt(deps.db, { user_id, at: accepted_at })
  const recorded = consentNames.map((document): AcceptedText => {
    const title = textDocuments[document].name
    const consent = consents.find((row) => row.document === document)
    if (consent === undefined) return { title, by: 'no record' }
    return { title, by: 'consent', version: consent.version, accepted_at: consent.given_at, ip: consent.ip }
  })
  const version = versionIn(contractPayload.parse(payload), 'advance_terms')
  if (version === undefined) return recorded
  return [...recorded, { title: textDocuments.advance_terms.name, by: 'signature', version }]
}

function versionIn({ texts }: ContractPayload, document: string): string | undefined {
  return texts.find((text) => text.document === document)?.version
}

/** Shortens the device header to 400 characters; the database keeps all of it. */
function shortened(device: string | null): string | null {
  return device !== null && device.length > 400 ? `${device.slice(0, 400)}…` : device
}

/** Counts the points of the signature; strokes are stored as the browser sent them. */
function countPoints(strokes: unknown): number {
  if (!Array.isArray(strokes)) return 0
  return strokes.reduce(
    (sum: number, stroke) => sum + (Array.isArray(stroke?.points) ? stroke.points.length : 0),
    0,
  )
}

/** The code that confirmed the signature; null if the lender asked for none. */
function confirmationOf({ code_channel, code_address, code_sent_at, code_confirmed_at }: Signed) {
  if (code_channel === null || code_address === null) return null
  if (code_sent_at === null || code_confirmed_at === null) return null
  return {
    channel: code_channel,
    address: code_address,
    sent_at: code_sent_at,
    confirmed_at: code_confirmed_at,
  }
}

type Read = Pick<Evidence, 'contract' | 'contract_sha256' | 'contract_bytes' | 'texts' | 'verify_url'>

/** The page of the web app on which anybody verifies a file. */
const verifyUrl = ({ public_url, base_path }: Deps['env']) =>
  public_url === undefined ? null : `${public_url.replace(/\/$/, '')}${base_path}/verificar`

function evidenceOf(signed: Signed, read: Read): Evidence {
  const payload = contractPayload.parse(signed.payload)
  const { loan, borrower, lender, receiving_account } = payload
  const { latitude, longitude, accuracy, ip, accepted_at, session_id, strokes_text, typed_name } = signed
  return {
    folio: loan.folio,
    lender: lender.name,
    full_name: borrower.full_name,
    curp: borrower.curp,
    account: accountText(receiving_account),
    signature: `data:image/png;base64,${signed.signature_png.toString('base64')}`,
    stroke_points: countPoints(signed.strokes),
    signature_sha256: hashOf(signed.signature_png),
    strokes_sha256: strokes_text === null ? null : hashOf(Buffer.from(strokes_text)),
    typed_name,
    session_id,
    contract_version:
      versionIn(payload, contractTextNameOf(loan.type)) ?? versionIn(payload, 'contract') ?? '-',
    shown_at: signed.created_at,
    accepted_at,
    latitude,
    longitude,
    accuracy,
    ip,
    device: shortened(signed.user_agent),
    confirmation: confirmationOf(signed),
    ...read,
  }
}

async function makeFile(deps: Deps, signed: Signed, sealed_at: string): Promise<Uint8Array> {
  const file = await contractFile(deps, signed)
  const contract = await deps.storage.get(file.storage_key)
  const storedHash = hashOf(contract)
  if (storedHash !== file.sha256)
    throw new Error(`The stored contract ${signed.contract_id} is not the one that was signed`)
  const payload = contractPayload.parse(signed.payload)
  const { loan, lender } = payload
  const name = await getContractTitle(deps.db, payload)
  const read = {
    contract: name,
    contract_sha256: storedHash,
    contract_bytes: contract.byteLength,
    verify_url: verifyUrl(deps.env),
  }
  const texts = await acceptedTextsOf(deps, signed)
  const evidence = await renderPdf(
    {
      ...{ kind: 'evidence', data: evidenceOf(signed, { ...read, texts }) },
      brand: await paperBrandOf(deps, lender),
    },
    'background',
  )
  const title = `${name} ${loan.folio}, firmado`
  return sealPdf(await loadSealer(deps), {
    contract,
    evidence,
    title,
    lender,
    sealed_at: new Date(sealed_at),
  })
}

async function record(
  deps: Deps,
  signed: Signed,
  { bytes, key, sealed_at }: { bytes: Uint8Array; key: string; sealed_at: string },
) {
  const { loan_id } = signed
  const signed_sha256 = hashOf(bytes)
  const { loan } = contractPayload.parse(signed.payload)
  await deps.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('signed_contract')
      .set({ signed_storage_key: key, signed_sha256, sealed_at })
      .where('loan_id', '=', loan_id)
      .where('acceptance_id', '=', signed.acceptance_id)
      .where('sealed_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const document = {
      kind: 'contract' as const,
      user_id: signed.user_id,
      loan_id,
      filename: contractFilename(loan),
      storage_key: key,
      bytes,
    }
    await addLoanFile(deps, trx, document)
    await writeAudit(deps, trx, {
      context: null,
      action: 'contract.sealed',
      subject: ['loan', loan_id],
      after: { signed_sha256 },
    })
    if (issuesConstancias(deps.env)) await deps.queue.send(trx, 'issue-constancia', { loan_id })
  })
}

/**
 * Creates the signed contract: the document that was shown, the evidence page and the lender's seal. It is stored once
 * and never rewritten; running it again or twice at once changes nothing. Throws `contract.seal_not_valid` (503) while the
 * certificate has expired or is not valid yet: a seal of it would stay invalid.
 */
export async function sealContract(deps: Deps, { loan_id }: { loan_id: number }): Promise<void> {
  const signed = await readSigned(deps, loan_id)
  if (signed === undefined || signed.sealed_at !== null) return
  await requireValidSealer(deps)
  const sealed_at = isoOf(deps.clock())
  const bytes = await makeFile(deps, signed, sealed_at)
  const key = `contracts/${loan_id}/signed-${hashOf(bytes)}.pdf`
  await deps.storage.put(key, bytes, 'application/pdf')
  await record(deps, signed, { bytes, key, sealed_at })
}
