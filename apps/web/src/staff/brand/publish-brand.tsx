import { Button } from '@mantine/core'
import { type BrandDetail, type BrandDraft, brandPublication } from '@quincena/domain/brand/schema'
import { useState } from 'react'
import { DateField } from '../../components/date-field.tsx'
import { EditorDialog } from '../../components/editor-dialog.tsx'
import { FormError } from '../../components/form-error.tsx'
import { Notice } from '../../components/notice.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { isAsked, settingAskedText } from '../../lib/approvals.ts'
import { today } from '../../lib/today.ts'
import { isDay } from '../../lib/typed-date.ts'
import { usePublishBrand } from './api.ts'
import classes from './brand.module.css'
import { BrandChanges } from './brand-changes.tsx'
import { brandOn, sinceWhen } from './words.ts'

interface PublishProps {
  brand: BrandDetail
  draft: BrandDraft
}

/** What the publication changes against the version that it replaces on its day. */
function Changes({ brand: { versions }, draft, day }: PublishProps & { day: string }) {
  const replaced = isDay(day) ? brandOn(versions, day) : undefined
  if (replaced === undefined) return null
  return (
    <section aria-label="Cambios">
      <h3 className={classes.heading}>
        Cambios frente a la versión {replaced.version}, en vigor {sinceWhen(replaced)}
      </h3>
      <p className={classes.second}>{draft.summary}</p>
      <BrandChanges from={replaced} to={draft} />
    </section>
  )
}

function PublishDialog({ brand, draft, onClose }: PublishProps & { onClose: () => void }) {
  // What the admin reads stays, also while others change the draft.
  const [read] = useState({ brand, draft })
  const { mutateAsync } = usePublishBrand()
  const { is_alone_allowed } = brand
  const { form, submit, refusal } = useServerForm({
    schema: brandPublication,
    initial: { effective_date: today(), draft_version: draft.version },
    send: async (body) => {
      const answer = await mutateAsync(body)
      toast.success(isAsked(answer) ? settingAskedText : 'Versión publicada.')
    },
  })
  return (
    <EditorDialog
      title="Publicar: marca y datos"
      submitLabel={is_alone_allowed ? 'Publicar' : 'Pedir autorización'}
      isDirty={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <Notice tone="info">
        {is_alone_allowed
          ? 'Antes del primer envío de dinero y de la primera carga de préstamos basta una persona: se publica de inmediato y queda marcado que la publicó una sola.'
          : 'Otro administrador lo revisa y lo autoriza. Mientras tanto nada cambia y el borrador no se puede editar.'}
      </Notice>
      <DateField
        label="En vigor desde"
        description="Hoy o después, a medianoche. Los contratos de antes conservan los datos con que se firmaron."
        min={today()}
        data-autofocus
        {...form.getInputProps('effective_date')}
        value={form.values.effective_date}
      />
      <FormError text={refusal} />
      <Changes {...read} day={form.values.effective_date} />
    </EditorDialog>
  )
}

/** Opens the dialog that publishes the draft. While a publication waits for another admin there is no button. */
export function PublishBrand({ brand, draft, blocked }: PublishProps & { blocked?: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  if (brand.approval !== null && !isOpen) return null
  return (
    <>
      <Button disabled={blocked !== undefined} title={blocked} onClick={() => setIsOpen(true)}>
        Publicar…
      </Button>
      {isOpen && <PublishDialog brand={brand} draft={draft} onClose={() => setIsOpen(false)} />}
    </>
  )
}
