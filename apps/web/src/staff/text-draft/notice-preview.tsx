import { NativeSelect } from '@mantine/core'
import type { TextValues } from '@quincena/domain/texts/catalogue'
import type { TextContent } from '@quincena/domain/texts/content'
import { fieldFiller, sampleValues } from '@quincena/domain/texts/fill'
import { fillNotice } from '@quincena/domain/texts/fill-notice'
import { noticeSpec } from '@quincena/domain/texts/notice-catalogue'
import type { NoticeTextName } from '@quincena/domain/texts/notice-names'
import { NOTICE_TEXT_FIELD, type NoticePart, noticeParts } from '@quincena/domain/texts/notice-parts'
import { SMS_LIMIT, smsSize } from '@quincena/domain/texts/sms-size'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { MarkedText } from './marked-text.tsx'
import notice from './notice-preview.module.css'
import classes from './text-draft.module.css'

interface PreviewProps {
  document: NoticeTextName
  content: TextContent
}

/** Says in words when a case happens. */
function caseLabel(document: NoticeTextName, holding: readonly string[]): string {
  const { conditions = [] } = noticeSpec(document)
  const parts = conditions.filter(({ name }) => holding.includes(name)).map(({ description }) => description)
  return parts.length === 0 ? 'Lo usual' : parts.join(' y ').replace(/^si /, 'Si ')
}

/** Renders the paragraphs of a part with the samples, unknown fields marked. */
function partReader({ document, content }: PreviewProps, { values, conditions }: TextValues) {
  const { message } = fillNotice(document, content, { values, conditions })
  const fill = fieldFiller(document, { ...values, [NOTICE_TEXT_FIELD]: message }, '')
  return (part: NoticePart): ReactNode[] | null => {
    const section = content.sections.find(({ heading }) => heading === noticeParts[part].heading)
    if (section === undefined) return null
    return section.paragraphs
      .filter(({ when }) => when === undefined || conditions.includes(when))
      .map(({ text }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its place in the part.
        <span key={place}>
          <MarkedText document={document} text={text} fill={fill} />{' '}
        </span>
      ))
  }
}

function Channel({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={notice.channel}>
      <h3 className={notice.name}>{name}</h3>
      {children}
    </section>
  )
}

function Message({ text, shown }: { text: string; shown: ReactNode }) {
  const { characters, parts } = smsSize(text)
  return (
    <Channel name="SMS o WhatsApp">
      <p className={notice.bubble}>{shown}</p>
      <p className={classes.hint}>
        {characters} de {SMS_LIMIT} caracteres{parts > 1 && `, ${parts} SMS por los acentos`}
      </p>
    </Channel>
  )
}

/** A notice as it is read in each of its channels, with sample data, in one of its cases. */
export function NoticePreview({ document, content }: PreviewProps) {
  const { cases = [[]] } = noticeSpec(document)
  const [chosen, setChosen] = useState(0)
  const shown = useDeferredValue(content)
  const values: TextValues = { values: sampleValues(document).values, conditions: cases[chosen] ?? [] }
  const read = partReader({ document, content: shown }, values)
  const fill = fieldFiller(document, values.values, '')
  const title = <MarkedText document={document} text={shown.title} fill={fill} />
  const [text, locked, subject, mail] = [read('text'), read('locked'), read('subject'), read('mail')]
  const [closing, message] = [read('closing'), read('message')]
  const { short_message } = fillNotice(document, shown, values)
  return (
    <section className={classes.preview} aria-label="Vista previa">
      <h2 className={classes.heading}>Vista previa</h2>
      <p className={classes.hint}>
        Con datos de ejemplo. El nombre, los montos en filas y el botón se agregan solos.
      </p>
      {cases.length > 1 && (
        <NativeSelect
          label="Caso"
          value={chosen}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
          data={cases.map((holding, value) => ({
            value: String(value),
            label: caseLabel(document, holding),
          }))}
        />
      )}
      {text !== null && (
        <Channel name="En la app">
          <div className={notice.card}>
            <p className={notice.title}>{title}</p>
            <p>{text}</p>
          </div>
        </Channel>
      )}
      {text !== null && (
        <Channel name="En el teléfono">
          <div className={notice.card}>
            <p className={notice.title}>{title}</p>
            <p>{locked ?? text}</p>
          </div>
        </Channel>
      )}
      {mail !== null && (
        <Channel name="Correo">
          <div className={notice.card}>
            <p className={notice.title}>{subject ?? title}</p>
            <p className={classes.hint}>{read('preheader')}</p>
            <p>Hola, Ana:</p>
            {mail.map((paragraph, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its place in the mail.
              <p key={place}>{paragraph}</p>
            ))}
            {closing !== null && <p className={classes.hint}>{closing}</p>}
          </div>
        </Channel>
      )}
      {message !== null && <Message text={short_message ?? ''} shown={message} />}
    </section>
  )
}
