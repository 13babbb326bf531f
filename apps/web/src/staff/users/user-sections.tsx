import { NumberInput, PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import { curpWarnings } from '@quincena/domain/mexico/curp'
import { identityWarnings, rfcWarnings } from '@quincena/domain/mexico/rfc'
import { STATES } from '@quincena/domain/mexico/states'
import { cents } from '@quincena/domain/money'
import { userTypeName } from '@quincena/domain/users/rules'
import { DateField } from '../../components/date-field.tsx'
import { FormSection, WideField } from '../../components/form-section.tsx'
import { Notice } from '../../components/notice.tsx'
import { isDay } from '../../lib/typed-date.ts'
import { CompanySelect } from '../company/company-select.tsx'
import type { UserFormState } from './use-user-form.ts'
import classes from './user-form.module.css'
import { changesEmail, noBank, typedSalary } from './user-values.ts'

/** Places hints below the inputs, so that inputs of one row align. */
const below: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'error', 'description']

interface SectionProps {
  state: UserFormState
}

function EmailFields({ state: { input, changeEmail, isOwn, values, initial } }: SectionProps) {
  return (
    <>
      <TextInput
        label="Correo electrónico"
        type="email"
        required
        autoComplete="off"
        {...input('email')}
        onChange={(event) => changeEmail(event.currentTarget.value)}
      />
      <TextInput
        label="Confirmar correo electrónico"
        type="email"
        required
        autoComplete="off"
        {...input('email_confirm')}
      />
      {isOwn && changesEmail(values, initial) && (
        <PasswordInput
          label="Contraseña actual"
          required
          autoComplete="current-password"
          description="La pedimos porque con tu correo entras. Avisaremos al correo anterior."
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar lo escrito' }}
          inputWrapperOrder={below}
          {...input('current_password')}
        />
      )}
    </>
  )
}

/** Change handler that converts a field to capitals. */
const capitalsIn = (form: UserFormState['form']) => (field: 'key' | 'curp' | 'rfc') => ({
  onChange: (event: { currentTarget: HTMLInputElement }) =>
    form.setFieldValue(field, event.currentTarget.value.toUpperCase()),
})

/** Personal data: name, e-mail, key, birthday, and the password of a new user. */
export function PersonalSection({ state }: SectionProps) {
  const { kind, form, input } = state
  return (
    <FormSection title="Datos personales">
      <TextInput label="Nombre" required autoComplete="off" data-autofocus {...input('first_name')} />
      <TextInput label="Apellido" required autoComplete="off" {...input('last_name')} />
      <EmailFields state={state} />
      <TextInput
        label="Clave"
        required={kind === 'new'}
        readOnly={kind === 'edit'}
        autoComplete="off"
        description={kind === 'edit' ? 'La clave no cambia.' : 'Hasta 7 letras mayúsculas y números.'}
        inputWrapperOrder={below}
        {...input('key')}
        {...capitalsIn(form)('key')}
      />
      {kind === 'new' && (
        <PasswordInput
          label="Contraseña"
          autoComplete="new-password"
          description="Es temporal: la cambia al entrar. Vacía, recibe una invitación por correo."
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar lo escrito' }}
          inputWrapperOrder={below}
          {...input('password')}
        />
      )}
      <DateField label="Fecha de nacimiento" {...input('birthday')} value={state.values.birthday} />
    </FormSection>
  )
}

const states = STATES.map(({ name }) => name)

export function AddressSection({ state: { form, input } }: SectionProps) {
  return (
    <FormSection title="Dirección">
      <WideField>
        <TextInput label="Dirección" required autoComplete="off" {...input('address')} />
      </WideField>
      <TextInput label="Colonia" required autoComplete="off" {...input('neighborhood')} />
      <TextInput
        label="Código postal"
        required
        inputMode="numeric"
        maxLength={5}
        autoComplete="off"
        {...input('zip_code')}
      />
      <TextInput label="Ciudad" autoComplete="off" {...input('city')} />
      <Select
        label="Estado"
        required
        data={states}
        searchable
        allowDeselect={false}
        nothingFoundMessage="Ningún estado se llama así"
        {...input('state')}
        onChange={(name) => form.setFieldValue('state', name ?? '')}
      />
    </FormSection>
  )
}

/** Warns about data that look inconsistent but may be right; they can be saved. */
function IdentityDoubts({ state: { values } }: SectionProps) {
  const openDoubts = [
    ...curpWarnings(values.curp),
    ...rfcWarnings(values.rfc),
    ...identityWarnings({ ...values, birthday: isDay(values.birthday) ? values.birthday : null }),
  ]
  if (openDoubts.length === 0) return null
  return (
    <WideField>
      <Notice tone="info">Revisa: {openDoubts.join(' ')}</Notice>
    </WideField>
  )
}

export function IdentitySection({ state }: SectionProps) {
  const { kind, form, input } = state
  const capitals = capitalsIn(form)
  const changePhone = (text: string) =>
    form.setFieldValue('phone', kind === 'edit' ? text.replace(/[^0-9]/g, '').slice(0, 10) : text)
  return (
    <FormSection title="Identidad y teléfono">
      <TextInput
        label="INE"
        required
        inputMode="numeric"
        maxLength={13}
        autoComplete="off"
        {...input('ine')}
      />
      <TextInput
        label="CURP"
        required
        maxLength={18}
        autoComplete="off"
        {...input('curp')}
        {...capitals('curp')}
      />
      <TextInput
        label="RFC"
        required
        maxLength={13}
        autoComplete="off"
        {...input('rfc')}
        {...capitals('rfc')}
      />
      <TextInput
        label="Teléfono"
        required
        inputMode="tel"
        maxLength={17}
        autoComplete="off"
        {...input('phone')}
        onChange={(event) => changePhone(event.currentTarget.value)}
      />
      <IdentityDoubts state={state} />
    </FormSection>
  )
}

const genders = [
  { value: 'F', label: 'Femenino' },
  { value: 'M', label: 'Masculino' },
  { value: 'O', label: 'Otro' },
]

const types = ['U0', 'U1', 'U2'].map((value) => ({ value, label: userTypeName(value) }))

function Salary({ state: { form, values, input } }: SectionProps) {
  const salary = typedSalary(values) ?? 0
  return (
    <>
      <NumberInput
        label="Sueldo quincenal"
        required
        prefix="$"
        thousandSeparator=","
        decimalScale={2}
        hideControls
        autoComplete="off"
        {...input('biweekly_salary')}
        onChange={(value) => form.setFieldValue('biweekly_salary', value)}
      />
      <TextInput
        label="Sueldo mensual"
        description="Siempre el doble del quincenal."
        readOnly
        value={salary > 0 ? formatMoney(2 * cents(salary)) : ''}
        placeholder="$0.00"
        inputWrapperOrder={below}
      />
    </>
  )
}

interface WorkSectionProps extends SectionProps {
  /** Name of the company that the user already has. */
  companyName: string | null
  /** Why the type cannot be chosen; null when it can. */
  typeIsFixed: string | null
}

function TypeFields({ state, typeIsFixed }: Omit<WorkSectionProps, 'companyName'>) {
  const { kind, form, values, input, changeType } = state
  const isWorker = values.user_type === 'U2'
  const bankNote = values.bank === noBank ? `Banco: ${noBank}. Solo los trabajadores reciben dinero.` : null
  return (
    <>
      <Select
        label="Tipo de usuario"
        required
        data={types}
        allowDeselect={false}
        disabled={typeIsFixed !== null}
        description={typeIsFixed ?? bankNote}
        inputWrapperOrder={below}
        {...input('user_type')}
        onChange={(type) => type !== null && type !== values.user_type && changeType(type)}
      />
      {kind === 'edit' && (
        <Switch
          className={classes.switch ?? ''}
          label="Es Staff"
          disabled={isWorker || typeIsFixed !== null}
          checked={values.is_staff}
          onChange={(event) => form.setFieldValue('is_staff', event.currentTarget.checked)}
        />
      )}
    </>
  )
}

/** Gender, type, position, company and salary. */
export function WorkSection({ state, companyName, typeIsFixed }: WorkSectionProps) {
  const { form, values, input } = state
  const company = input('company')
  return (
    <FormSection title="Género, tipo, puesto y sueldo">
      <Select
        label="Género"
        required
        data={genders}
        allowDeselect={false}
        {...input('gender')}
        onChange={(gender) => form.setFieldValue('gender', gender ?? '')}
      />
      <TypeFields state={state} typeIsFixed={typeIsFixed} />
      <CompanySelect
        {...company}
        value={values.company}
        name={companyName}
        onChange={(id) => {
          form.setFieldValue('company', id)
          form.clearFieldError('key') // a key is unique within its company
        }}
      />
      <TextInput label="Puesto" required autoComplete="off" {...input('position')} />
      <Salary state={state} />
    </FormSection>
  )
}
