import { TextInput } from '@mantine/core'
import { publishBody, type TextDetail, type TextDraft } from '@quincena/domain/texts/schema'
import { useState } from 'react'
import { DateField } from '../../components/date-field.tsx'
import { useDraft } from '../../components/draft.ts'
import { EditorDialog } from '../../components/editor-dialog.tsx'
import { FormError } from '../../components/form-error.tsx'
import { Notice } from '../../components/notice.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { isAsked, settingAskedText } from '../../lib/approvals.ts'
import { today } from '../../lib/today.ts'
import { isDay } from '../../lib/typed-date.ts'
import { usePublish } from './api.ts'
import classes from './publish-dialog.module.css'
import { ReplacedDiff } from './replaced-diff.tsx'
import { sinceText, versionOn } from './words.ts'

/** The next label in the same style: 2.0 becomes 2.1, v9 becomes v10; empty without a number at the end. */
function nextLabel(version: string | undefined): string {
  const [, start = '', number] = /^(.*?)(\d+)$/.exec(version ?? '') ?? []
  return number === undefined ? '' : `${start}${Number(number) + 1}`
}

function SecondPerson({ is_alone_allowed }: Pick<TextDetail, 'is_alone_allowed'>) {
  return (
    <Notice tone="info">
      {is_alone_allowed
        ? 'Antes del primer envío de dinero y de la primera carga de préstamos basta una persona: se publica de inmediato y queda marcado que la publicó una sola.'
        : 'Otro administrador lo lee y lo autoriza. Mientras tanto nada cambia y el borrador no se puede editar.'}
    </Notice>
  )
}

interface ChangesProps {
  text: TextDetail
  draft: TextDraft
  /** The day from which the draft is to be in force. */
  day: string
}

/** What the publication changes against the version that it replaces on its day, which may still wait for its own. */
function Changes({ text: { document, versions }, draft, day }: ChangesProps) {
  const replaced = isDay(day) ? versionOn(versions, day) : undefined
  if (replaced === undefined) return null
  return (
    <section className={classes.changes} aria-label="Cambios">
      <h3 className={classes.heading}>
        Cambios frente a la versión {replaced.version}, en vigor {sinceText(replaced.effective_date)}
      </h3>
      <p className={classes.summary}>{draft.summary}</p>
      <ReplacedDiff document={document} version={replaced.version} draft={draft.content} />
    </section>
  )
}

interface PublishDialogProps {
  text: TextDetail
  draft: TextDraft
  onClose: () => void
}

/** Publishes the draft that was read when the dialog opened, from a day on. */
export function PublishDialog({ text, draft, onClose }: PublishDialogProps) {
  // What the admin reads stays, also while others change the document.
  const [read] = useState({ text, draft })
  const { mutateAsync } = usePublish(text.document)
  const newest = text.versions[0]?.version
  const { form, submit, refusal } = useServerForm({
    schema: publishBody,
    initial: { version: nextLabel(newest), effective_date: today(), draft_version: draft.version },
    send: async (body) => {
      const answer = await mutateAsync(body)
      toast.success(isAsked(answer) ? settingAskedText : `Versión ${body.version} publicada.`)
    },
  })
  const kept = useDraft(`publish ${text.document}`, form)
  return (
    <EditorDialog
      title={`Publicar: ${text.name}`}
      submitLabel={text.is_alone_allowed ? 'Publicar' : 'Pedir autorización'}
      isDirty={form.isDirty()}
      draft={kept}
      onSubmit={submit}
      onClose={onClose}
    >
      <SecondPerson is_alone_allowed={text.is_alone_allowed} />
      <div className={classes.fields}>
        <TextInput
          label="Versión"
          description={newest === undefined ? 'Por ejemplo 1.0' : `La última es ${newest}`}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('version')}
        />
        <DateField
          label="En vigor desde"
          description="Entra en vigor a las 00:00 del día que elijas"
          min={today()}
          {...form.getInputProps('effective_date')}
          value={form.values.effective_date}
        />
      </div>
      <FormError text={refusal} />
      <Changes {...read} day={form.values.effective_date} />
    </EditorDialog>
  )
}
