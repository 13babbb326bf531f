import { Button, Textarea, TextInput } from '@mantine/core'
import { BRAND_FIELD_NAMES, BRAND_LIMITS, type BrandField } from '@quincena/domain/brand/content'
import type { BrandDetail, BrandLogo } from '@quincena/domain/brand/schema'
import { DraftNotice } from '../../components/draft-notice.tsx'
import { FormError } from '../../components/form-error.tsx'
import { FormSection, WideField } from '../../components/form-section.tsx'
import { useLeaveGuard } from '../../components/leave-guard.tsx'
import { PublishBrand } from '../brand/publish-brand.tsx'
import classes from './brand-draft.module.css'
import { BrandPreview } from './brand-preview.tsx'
import { ColorField } from './color-field.tsx'
import { iconHintOf, LogoField } from './logo-field.tsx'
import { useBrandForm, useLogo } from './use-brand-form.ts'
import type { BrandValues } from './values.ts'

interface BrandFormProps {
  brand: BrandDetail
  first: BrandValues
}

/** Why the draft cannot be published as it is; undefined if it can. */
function publishBlocker({ draft }: BrandDetail, isDirty: boolean): string | undefined {
  if (isDirty) return 'Guarda el borrador antes de publicarlo.'
  return draft?.summary === '' ? 'Escribe qué cambia antes de publicar.' : undefined
}

type Form = ReturnType<typeof useBrandForm>['form']

interface FieldProps {
  form: Form
  name: BrandField
  hint?: string
  isRequired?: boolean
  limit?: number
}

function Line({ form, name, hint, isRequired = false, limit }: FieldProps) {
  return (
    <TextInput
      label={BRAND_FIELD_NAMES[name]}
      withAsterisk={isRequired}
      autoComplete="off"
      {...(hint !== undefined && { description: hint })}
      {...(limit !== undefined && { maxLength: limit })}
      {...form.getInputProps(name)}
    />
  )
}

interface FieldsProps {
  form: Form
  iconHint: string
  onLogo: (logo: BrandLogo | null) => void
}

function Fields({ form, iconHint, onLogo }: FieldsProps) {
  const { name, trade_name, address, reca, hours } = BRAND_LIMITS
  return (
    <>
      <FormSection level={2} title="Marca" hint="Lo que ven las personas en pantallas, correos y documentos.">
        <Line form={form} name="trade_name" isRequired limit={trade_name} />
        <WideField>
          <LogoField
            name={form.values.trade_name}
            {...form.getInputProps('logo')}
            value={form.values.logo}
            iconHint={iconHint}
            onChange={onLogo}
          />
        </WideField>
        <ColorField
          scheme="light"
          label={BRAND_FIELD_NAMES.color_light}
          {...form.getInputProps('color_light')}
          value={form.values.color_light}
          onChange={(color) => form.setFieldValue('color_light', color)}
        />
        <ColorField
          scheme="dark"
          label={BRAND_FIELD_NAMES.color_dark}
          {...form.getInputProps('color_dark')}
          value={form.values.color_dark}
          onChange={(color) => form.setFieldValue('color_dark', color)}
        />
      </FormSection>
      <FormSection level={2} title="Financiera" hint="Lo que dicen los contratos y las constancias.">
        <WideField>
          <Line form={form} name="name" isRequired limit={name} />
        </WideField>
        <WideField>
          <Line form={form} name="address" isRequired limit={address} />
        </WideField>
        <Line form={form} name="phone" isRequired />
        <Line form={form} name="email" isRequired />
        <Line form={form} name="website" hint="Con https://" />
        <Line form={form} name="representative" limit={name} />
        <Line form={form} name="reca" limit={reca} hint="Vacío: «por publicar»" />
        <Line form={form} name="reca_advance" limit={reca} hint="Vacío: el mismo que el del crédito" />
      </FormSection>
      <FormSection
        level={2}
        title="Unidad Especializada de Atención a Usuarios (UNE)"
        hint="Los campos vacíos usan los datos de la financiera."
      >
        <WideField>
          <Line form={form} name="une_address" limit={address} />
        </WideField>
        <Line form={form} name="une_phone" />
        <Line form={form} name="une_email" />
        <Line form={form} name="une_hours" limit={hours} />
      </FormSection>
      <FormSection level={2} title="Esta versión">
        <WideField>
          <Textarea
            label="Qué cambia"
            description="Se lee en la lista de versiones y en la autorización."
            rows={2}
            maxLength={BRAND_LIMITS.summary}
            {...form.getInputProps('summary')}
          />
        </WideField>
      </FormSection>
    </>
  )
}

/** The draft of the brand: its fields with their errors, and how it looks while it is typed. */
export function BrandForm({ brand, first }: BrandFormProps) {
  const { draft, approval } = brand
  const { form, formProps, refusal, reset, draft: kept } = useBrandForm(brand, first)
  const { logo, changeLogo } = useLogo(brand, form)
  const isDirty = form.isDirty()
  const guard = useLeaveGuard(isDirty && !form.submitting, () => undefined)
  const isLocked = approval !== null
  return (
    <div className={classes.layout}>
      <form className={classes.editor} aria-label="Borrador" {...formProps}>
        <fieldset className={classes.whole} disabled={isLocked}>
          <DraftNotice draft={kept} />
          <Fields form={form} iconHint={iconHintOf(logo)} onLogo={changeLogo} />
        </fieldset>
        <FormError text={refusal} />
        <div className={classes.bar}>
          <p className={classes.state} role="status">
            {isDirty ? 'Hay cambios sin guardar.' : draft !== null && 'Todo está guardado.'}
          </p>
          <Button variant="default" disabled={!isDirty} onClick={reset}>
            Descartar cambios
          </Button>
          <Button type="submit" disabled={!isDirty || isLocked} loading={form.submitting}>
            Guardar borrador
          </Button>
        </div>
      </form>
      <div className={classes.side}>
        <BrandPreview values={form.values} isLogoInIcon={logo?.type === 'image/png'} />
        {draft !== null && (
          <PublishBrand brand={brand} draft={draft} blocked={publishBlocker(brand, isDirty)} />
        )}
      </div>
      {guard.question}
    </div>
  )
}
