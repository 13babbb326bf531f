import { codeChannelNames, type SigningCodeChannel } from '@quincena/domain/loans/signing-code-rules'
import { Document, Image, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { figures, line, styles } from '../../../pdf/look.ts'
import { card, field, fieldRow, framedPage, paragraph, section } from '../../../pdf/parts.ts'
import { type AcceptedText, acceptedTexts } from './accepted-texts.ts'
import { addressText, instantText } from './evidence-words.ts'

/** The data recorded when the contract was signed. */
export interface Evidence {
  contract: string
  folio: string
  lender: string
  full_name: string
  curp: string
  account: string
  /** PNG data URL of the drawn signature, or of the typed name. */
  signature: string
  /** Number of the pen's points stored beside the picture. */
  stroke_points: number
  /** SHA-256, hex, of the stored picture and of the stored points; null if no points were sent. */
  signature_sha256: string
  strokes_sha256: string | null
  /** What the client typed in place of a drawn signature; null if it was drawn. */
  typed_name: string | null
  /** The session that signed; null in the demo's history. */
  session_id: number | null
  /** The version of the contract's own text. */
  contract_version: string
  texts: readonly AcceptedText[]
  /** Instants, ISO 8601 in UTC. */
  shown_at: string
  accepted_at: string
  latitude: number
  longitude: number
  /** Metres. */
  accuracy: number | null
  ip: string | null
  device: string | null
  /** The one-time code that confirmed the signature; null if the lender asked for none. Instants in ISO 8601. */
  confirmation: { channel: SigningCodeChannel; address: string; sent_at: string; confirmed_at: string } | null
  /** SHA-256, hex, and size of the PDF that was read. */
  contract_sha256: string
  contract_bytes: number
  /** The page on which anybody verifies the file; null where the installation has no public address. */
  verify_url: string | null
}

declare module '../../../pdf/job.ts' {
  interface PdfDocuments {
    evidence: Evidence
  }
}

function place({ latitude, longitude, accuracy }: Evidence): string {
  const near = accuracy === null ? '' : ` (precisión de ${Math.round(accuracy)} m)`
  return `${latitude.toFixed(6)}, ${longitude.toFixed(6)}${near}`
}

function signature({ signature: src, full_name, curp, typed_name }: Evidence): ReactElement {
  return card(
    h(
      Text,
      { style: styles.label },
      typed_name === null
        ? 'Firma trazada en pantalla por el Cliente'
        : 'Nombre escrito por el Cliente, que confirmó expresamente que es su firma',
    ),
    h(Image, { src, style: { height: 84, objectFit: 'contain', marginVertical: 5 } }),
    h(
      View,
      { style: { borderTopWidth: 0.75, borderTopColor: line, paddingTop: 5, alignItems: 'center' } },
      h(Text, { style: styles.value }, full_name),
      h(Text, { style: styles.label }, `CURP ${curp || 'no registrada'}`),
    ),
  )
}

function circumstances(evidence: Evidence): ReactElement {
  const { accepted_at, shown_at, session_id } = evidence
  return h(
    View,
    null,
    section('Circunstancias'),
    fieldRow(
      field('Fecha y hora de la firma (Ciudad de México)', instantText(accepted_at)),
      field('En tiempo universal (UTC)', accepted_at),
    ),
    fieldRow(
      field('El documento se mostró (Ciudad de México)', instantText(shown_at)),
      field('En tiempo universal (UTC)', shown_at),
    ),
    fieldRow(
      field('Lugar: latitud y longitud del dispositivo', place(evidence), 2),
      field('Dirección IP', addressText(evidence.ip)),
      field('Sesión', session_id === null ? 'No disponible' : `Núm. ${session_id}`),
    ),
    fieldRow(field('Dispositivo', evidence.device ?? 'No disponible')),
    fieldRow(
      field('Cuenta de depósito', evidence.account),
      field('Texto del contrato', `Versión ${evidence.contract_version}`),
    ),
  )
}

/** How the one-time code was sent and when it was confirmed; nothing where none was asked. */
function confirmation({ confirmation: code }: Evidence): ReactElement | null {
  if (code === null) return null
  return h(
    View,
    { wrap: false },
    section('Código de un solo uso'),
    fieldRow(field('Se envió por', codeChannelNames[code.channel]), field('A', code.address)),
    fieldRow(
      field('Enviado (Ciudad de México)', instantText(code.sent_at)),
      field('En tiempo universal (UTC)', code.sent_at),
    ),
    fieldRow(
      field('Confirmado (Ciudad de México)', instantText(code.confirmed_at)),
      field('En tiempo universal (UTC)', code.confirmed_at),
    ),
  )
}

const inTwoLines = (hash: string) => `${hash.slice(0, hash.length / 2)}\n${hash.slice(hash.length / 2)}`

function strokesField({ stroke_points, strokes_sha256 }: Evidence): ReactElement {
  return field(
    `SHA-256 del trazo conservado (${stroke_points} puntos)`,
    strokes_sha256 === null ? 'Sin puntos' : inTwoLines(strokes_sha256),
  )
}

function integrity(evidence: Evidence): ReactElement {
  const { contract_sha256, contract_bytes, signature_sha256, typed_name, verify_url } = evidence
  return h(
    View,
    { wrap: false },
    section('Integridad'),
    card(
      h(
        Text,
        { style: styles.label },
        `SHA-256 del documento que el Cliente leyó y firmó (${contract_bytes} bytes)`,
      ),
      h(
        Text,
        { style: { ...figures, fontSize: 10, fontWeight: 500, letterSpacing: 0.3, marginTop: 3 } },
        contract_sha256,
      ),
    ),
    h(
      View,
      { style: { marginTop: 4, gap: 6 } },
      fieldRow(
        field('SHA-256 de la imagen de la firma', inTwoLines(signature_sha256)),
        typed_name === null ? strokesField(evidence) : field('Nombre que escribió el Cliente', typed_name),
      ),
      paragraph(
        'Ese documento, tal como se mostró, va adjunto dentro de este archivo («contrato-leido.pdf»): su huella se puede calcular de nuevo y comparar. El archivo completo lleva el sello electrónico de la Financiera (PAdES); un lector de PDF indica si cambió después de sellarse. Donde hay constancia de conservación (NOM-151-SCFI-2016), es de la huella de este archivo sellado y se guarda a su lado.',
      ),
      paragraph(
        `Cualquier persona puede comprobar si este archivo es el que emitió la Financiera, sin cuenta y sin enviarlo, ${
          verify_url === null ? 'en la página «Verificar un documento» de la Financiera.' : `en ${verify_url}`
        }`,
      ),
    ),
  )
}

/** The evidence pages of a signed contract: signer, text, instant, place, device (Código de Comercio 89 and 97). */
export function evidenceDocument(evidence: Evidence): ReactElement {
  const { contract, folio, lender, accepted_at } = evidence
  const instant = new Date(accepted_at)
  const frame = {
    head: [contract, `Folio ${folio}`] as [string, string],
    foot: `Folio ${folio}   ·   ${lender}`,
    page: 'Hoja de evidencia',
  }
  return h(
    Document,
    {
      title: `Evidencia de firma ${folio}`,
      author: lender,
      language: 'es-MX',
      creationDate: instant,
      modificationDate: instant,
    },
    framedPage(
      frame,
      h(Text, { style: styles.title }, 'Hoja de evidencia'),
      h(Text, { style: styles.lead }, 'Forma parte del contrato y prueba su firma electrónica.'),
      signature(evidence),
      circumstances(evidence),
      confirmation(evidence),
      acceptedTexts(evidence.texts),
      integrity(evidence),
    ),
  )
}
