import { Checkbox, Select, TextInput } from '@mantine/core'
import { apiTokenBody, TOKEN_DAYS } from '@quincena/domain/api-tokens/schema'
import { allApiScopes, apiScopes, hasWriting } from '@quincena/domain/api-tokens/scopes'
import { EditorDialog } from '../../components/editor-dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { CompanySelect } from '../company/company-select.tsx'
import { type CreatedToken, useCreateToken } from './api.ts'
import classes from './api-tokens.module.css'

const dayOptions = TOKEN_DAYS.map((days) => ({
  value: String(days),
  label: days === 365 ? 'Un año' : `${days} días`,
}))

/** `scopes` are names with a space between them. */
const initial = { name: '', scopes: '', company: '', valid_days: '90' }
type Values = typeof initial

const scopesIn = (text: string) => text.split(' ').filter((scope) => scope !== '')

const toBody = ({ scopes, company, valid_days, name }: Values) => ({
  ...{ name, scopes: scopesIn(scopes), company: company === '' ? null : Number(company) },
  valid_days: Number(valid_days),
})

interface CreateTokenDialogProps {
  onCreated: (created: CreatedToken) => void
  onClose: () => void
}

/** The form of a new token: its name, what it may do, whose data it reaches and for how long. */
export function CreateTokenDialog({ onCreated, onClose }: CreateTokenDialogProps) {
  const { mutateAsync } = useCreateToken()
  const { form, submit, refusal } = useServerForm({
    schema: apiTokenBody,
    initial,
    toBody,
    send: async (body) => onCreated(await mutateAsync(body)),
  })
  const scopes = scopesIn(form.values.scopes)
  return (
    <EditorDialog
      title="Crear token de API"
      submitLabel="Crear token"
      size={520}
      isDirty={form.isDirty()}
      onSubmit={submit}
      // The new token takes its place.
      onSent={() => undefined}
      onClose={onClose}
    >
      <TextInput
        label="Nombre"
        description="El sistema que lo va a usar, por ejemplo «Nómina de Textiles»."
        withAsterisk
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group
        label="Qué puede hacer"
        description="Elige solo lo que ese sistema necesita."
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        withAsterisk
        {...form.getInputProps('scopes')}
        value={scopes}
        onChange={(chosen) => form.setFieldValue('scopes', chosen.join(' '))}
      >
        <div className={classes.choices}>
          {allApiScopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={apiScopes[scope]} description={scope} />
          ))}
        </div>
      </Checkbox.Group>
      <CompanySelect
        {...form.getInputProps('company')}
        value={form.values.company}
        label="Empresa"
        description="De qué empresa ve datos. Lo de otras, para el token no existe."
        name={null}
        noneLabel="Todas las empresas"
      />
      <Select
        label="Vence en"
        data={dayOptions}
        allowDeselect={false}
        withAsterisk
        {...form.getInputProps('valid_days')}
      />
      {hasWriting(scopes) && (
        <Notice tone="info">
          Este token puede cambiar datos. Desde el primer envío de dinero o la primera carga de préstamos,
          otro administrador lo autoriza antes de que funcione.
        </Notice>
      )}
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
    </EditorDialog>
  )
}
