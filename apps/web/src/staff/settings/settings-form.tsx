import { Button, Checkbox, NumberInput, Switch } from '@mantine/core'
import { type AccessConfig, passwordConfig } from '@quincena/domain/sessions/access-config'
import { Card } from '../../components/card.tsx'
import { DraftNotice } from '../../components/draft-notice.tsx'
import { FormError } from '../../components/form-error.tsx'
import { FormSection, WideField } from '../../components/form-section.tsx'
import { useLeaveGuard } from '../../components/leave-guard.tsx'
import { PasswordRules } from '../../components/password-rules.tsx'
import { SettingHistory } from '../protected-setting/setting-history.tsx'
import { ChangesDialog } from './changes-dialog.tsx'
import { type Config, effects, limits, type NumberSetting, settingLabels } from './setting-words.ts'
import classes from './settings-page.module.css'
import { type SettingsFormState, useSettingsForm } from './use-settings-form.ts'

interface FieldProps {
  state: SettingsFormState
  name: NumberSetting
  suffix: string
  isOff?: boolean
}

/** Number field with its effect below it; an error replaces the effect. */
function NumberField({ state: { form, typed }, name, suffix, isOff = false }: FieldProps) {
  const { error, ...input } = form.getInputProps(name)
  return (
    <NumberInput
      label={settingLabels[name]}
      {...input}
      {...limits[name]}
      error={error}
      description={typed === undefined || error ? undefined : effects[name](typed)}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      suffix={` ${suffix}`}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      disabled={isOff}
      hideControls
    />
  )
}

const classNames = ['lowercase', 'uppercase', 'numbers', 'specialChars'] as const

function Structure({ form }: Pick<SettingsFormState, 'form'>) {
  const isOn = form.values.advancedStructure
  const { error, ...input } = form.getInputProps('advancedStructure', { type: 'checkbox' })
  return (
    <WideField>
      <Switch
        label={settingLabels.advancedStructure}
        description="Además del largo, cada contraseña nueva debe incluir lo que elijas."
        error={error}
        {...input}
      />
      <fieldset className={classes.kinds} aria-label="Tipos de caracteres">
        {classNames.map((name) => (
          <Checkbox
            key={name}
            label={settingLabels[name]}
            disabled={!isOn}
            {...form.getInputProps(name, { type: 'checkbox' })}
          />
        ))}
      </fieldset>
    </WideField>
  )
}

/** Preview of the password rules as users will see them. */
function Preview({ config }: { config: Config | undefined }) {
  if (config === undefined) return null
  return (
    <div className={classes.preview}>
      <p className={classes.previewTitle}>Así lo verá quien elija una contraseña</p>
      <PasswordRules password="" rules={passwordConfig.parse(config)} />
    </div>
  )
}

function Foot({ state: { form, changes, refusal, discard } }: { state: SettingsFormState }) {
  const isDirty = form.isDirty()
  const count = changes.length === 1 ? '1 cambio sin guardar' : `${changes.length} cambios sin guardar`
  return (
    <div className={classes.foot} data-dirty={isDirty}>
      <FormError text={refusal} />
      <p className={classes.count} role="status">
        {changes.length > 0 && count}
      </p>
      <Button variant="default" disabled={!isDirty} onClick={discard}>
        Descartar
      </Button>
      <Button type="submit" disabled={!isDirty}>
        Guardar cambios
      </Button>
    </div>
  )
}

/** Form of the access configuration. It shows the effect of each number and saves after confirmation. */
export function SettingsForm({ stored }: { stored: AccessConfig }) {
  const state = useSettingsForm(stored)
  const { form, draft, formProps, typed } = state
  const guard = useLeaveGuard(form.isDirty(), () => undefined)
  return (
    <form className={classes.form} {...formProps} aria-label="Configuración de acceso">
      <Card>
        <SettingHistory action="access_config.changed" />
        <DraftNotice draft={draft} />
        <FormSection
          level={2}
          title="Entrar al sistema"
          hint="Cuenta para el personal y para la app del trabajador."
        >
          <NumberField state={state} name="attemptsBeforeLock" suffix="intentos" />
          <NumberField state={state} name="systemIdleTime" suffix="min" />
          <NumberField state={state} name="daysToDisable" suffix="días" />
        </FormSection>
        <FormSection level={2} title="Vigencia de las contraseñas" hint="0 días significa nunca.">
          <NumberField state={state} name="daysToRenewPassword" suffix="días" />
          <NumberField
            state={state}
            name="daysToNotifyExpiration"
            suffix="días"
            isOff={form.values.daysToRenewPassword === 0}
          />
        </FormSection>
        <FormSection level={2} title="Contraseñas nuevas">
          <NumberField state={state} name="passwordLength" suffix="caracteres" />
          <Structure form={form} />
          <WideField>
            <Preview config={typed} />
          </WideField>
        </FormSection>
        <Foot state={state} />
      </Card>
      <ChangesDialog state={state} />
      {guard.question}
    </form>
  )
}
