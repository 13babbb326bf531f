import { Select, TextInput } from '@mantine/core'
import { formatRate } from '@quincena/domain/format'
import { DEFAULT_INTEREST_RATE } from '@quincena/domain/loans/limits'
import { INDUSTRIES, industryName, OTHER_INDUSTRY } from '@quincena/domain/mexico/industries'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { FormSection, WideField } from '../../components/form-section.tsx'
import { CommissionFields } from './commission-fields.tsx'
import { ceilingHint, fractionIn, TAX_CHOICES } from './company-values.ts'
import { inputOf } from './input-of.ts'
import type { CompanyFormState } from './use-company-form.ts'

type Form = CompanyFormState['form']

interface FieldsProps {
  form: Form
  /** True for a new company: the e-mail is typed twice, and address and rate are mandatory. */
  isNew: boolean
}

/** Formats a typed percentage with the words; null when the text is none of zero or more. */
function percent(text: string, words: string): string | null {
  const value = fractionIn(text)
  return typeof value === 'number' ? `${formatRate(value)} ${words}` : null
}

function Industry({ form }: { form: Form }) {
  const { industry } = form.getInitialValues()
  const own = industry === '' || INDUSTRIES.some((listed) => listed === industry) ? [] : [industry]
  return (
    <>
      <Select
        label="Industria"
        placeholder="Seleccione una industria"
        data={[...own, ...INDUSTRIES]}
        searchable
        nothingFoundMessage="No está en la lista: elige «Otro»"
        withAsterisk
        {...inputOf(form, 'industry')}
        value={form.values.industry || null}
        onChange={(value) => form.setFieldValue('industry', value ?? '')}
      />
      {form.values.industry === OTHER_INDUSTRY && (
        <TextInput
          label="Otra industria"
          description="Se guarda con la primera letra en mayúscula."
          withAsterisk
          maxLength={60}
          {...inputOf(form, 'other_industry')}
          onBlur={(event) => {
            const name = industryName(event.currentTarget.value)
            // Setting the same name would clear an error that the validation does not set again.
            if (name !== form.values.other_industry) form.setFieldValue('other_industry', name)
            form.validateField('other_industry')
          }}
        />
      )}
    </>
  )
}

function Identity({ form }: FieldsProps) {
  return (
    <FormSection title="Empresa">
      <TextInput
        label="Clave"
        description="Hasta 7 letras y números."
        withAsterisk
        data-autofocus
        {...inputOf(form, 'key')}
        onChange={(event) => form.setFieldValue('key', event.currentTarget.value.toUpperCase())}
      />
      <TextInput label="Nombre" withAsterisk maxLength={120} {...inputOf(form, 'name')} />
      <Industry form={form} />
    </FormSection>
  )
}

function Contact({ form, isNew }: FieldsProps) {
  return (
    <FormSection title="Contacto">
      <TextInput label="Correo electrónico" type="email" withAsterisk {...inputOf(form, 'email')} />
      {isNew && (
        <TextInput
          label="Confirmar correo electrónico"
          type="email"
          withAsterisk
          {...inputOf(form, 'email_confirm')}
        />
      )}
      <TextInput
        label="Teléfono"
        type="tel"
        description="10 dígitos."
        withAsterisk
        {...inputOf(form, 'phone')}
      />
      <TextInput
        label="Sitio web"
        type="url"
        description="Opcional; empieza con https://"
        {...inputOf(form, 'website')}
      />
      <WideField>
        <TextInput
          label="Dirección"
          maxLength={250}
          withAsterisk={isNew}
          {...inputOf(form, 'headquarters_address')}
        />
      </WideField>
    </FormSection>
  )
}

const noRate = `Si queda vacía se aplica ${formatRate(DEFAULT_INTEREST_RATE)} anual.`

function Terms({ form, isNew }: FieldsProps) {
  const hasNoRate = !isNew && form.getInitialValues().interest_rate === ''
  return (
    <FormSection
      title="Créditos y anticipos"
      hint="Rigen las solicitudes nuevas; los préstamos que ya existen conservan su tasa y su comisión."
    >
      <TextInput
        label="Tasa de interés"
        description={
          percent(form.values.interest_rate, 'anual') ??
          (hasNoRate ? noRate : 'Anual, en por ciento: 18 o 18.5.')
        }
        inputMode="decimal"
        rightSection="%"
        withAsterisk={!hasNoRate}
        {...inputOf(form, 'interest_rate')}
      />
      <CommissionFields form={form} />
    </FormSection>
  )
}

function Lending({ form }: FieldsProps) {
  return (
    <FormSection
      title="Reglas de préstamo"
      hint="Cuánto puede pedir un trabajador de su quincena, y cuándo está atrasado un pago."
    >
      <TextInput
        label="Parte de la quincena"
        description={
          percent(form.values.advance_share, 'de la quincena se puede anticipar.') ??
          'En por ciento: 50 es la mitad.'
        }
        inputMode="decimal"
        rightSection="%"
        withAsterisk
        {...inputOf(form, 'advance_share')}
      />
      <TextInput
        label="Tope por anticipo"
        description="En pesos; vacío: sin tope."
        inputMode="decimal"
        leftSection="$"
        {...inputOf(form, 'advance_cap')}
      />
      <TextInput
        label="Mínimo por anticipo"
        description="En pesos; menos no se puede pedir."
        inputMode="decimal"
        leftSection="$"
        withAsterisk
        {...inputOf(form, 'advance_minimum')}
      />
      <TextInput
        label="Costo máximo del anticipo"
        description={ceilingHint(form.values)}
        inputMode="decimal"
        rightSection="%"
        withAsterisk
        {...inputOf(form, 'advance_cost_ceiling')}
      />
      <TextInput
        label="Días de gracia"
        description="Días hábiles bancarios después del vencimiento, de 0 a 30; hasta entonces un préstamo no está atrasado."
        inputMode="numeric"
        withAsterisk
        {...inputOf(form, 'grace_bank_days')}
      />
    </FormSection>
  )
}

const taxWords = {
  added: 'Se suma a los intereses; la comisión de un anticipo ya lo contiene.',
  contained: 'El precio ya lo incluye; nada se suma.',
}

function Tax({ form }: FieldsProps) {
  const isAdded = form.values.tax_added === TAX_CHOICES.added
  const isUntaxed = fractionIn(form.values.tax_rate) === 0
  const words = isAdded ? 'sobre los intereses.' : 'contenido en intereses y comisión.'
  return (
    <FormSection title="Impuesto" hint="El impuesto de los intereses y de la comisión.">
      <TextInput
        label="IVA"
        description={
          isUntaxed
            ? 'Sin IVA: escribe el motivo.'
            : (percent(form.values.tax_rate, words) ?? 'En por ciento: 16 es 16 %; 0 pide el motivo.')
        }
        inputMode="decimal"
        rightSection="%"
        withAsterisk
        {...inputOf(form, 'tax_rate')}
      />
      <Select
        label="Cómo se cobra el IVA"
        description={isUntaxed ? 'Sin IVA da lo mismo.' : taxWords[isAdded ? 'added' : 'contained']}
        data={Object.values(TAX_CHOICES)}
        allowDeselect={false}
        withAsterisk
        {...inputOf(form, 'tax_added')}
      />
      {isUntaxed && (
        <WideField>
          <TextInput
            label="Motivo de que no se cobre IVA"
            description="Los intereses y comisiones causan IVA: di en qué se apoya la excepción. Queda en la bitácora."
            maxLength={TEXT_LIMITS.reason}
            withAsterisk
            {...inputOf(form, 'tax_exempt_reason')}
          />
        </WideField>
      )}
    </FormSection>
  )
}

/** Every field of a company, in five sections (spec: backoffice §5). */
export function CompanyFields(props: FieldsProps) {
  return (
    <>
      <Identity {...props} />
      <Contact {...props} />
      <Terms {...props} />
      <Lending {...props} />
      <Tax {...props} />
    </>
  )
}
