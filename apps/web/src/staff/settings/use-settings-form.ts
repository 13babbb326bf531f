import { schemaResolver, useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { accessConfigBody } from '@quincena/domain/sessions/access-config'
import { useState } from 'react'
import { toast } from '../../components/toast.tsx'
import { errorText, fieldErrors } from '../../lib/api-error.ts'
import { useSaveAccessConfig } from './api.ts'
import { type Config, type SettingName, settingNames } from './setting-words.ts'

/** A number's field that was emptied holds an empty text. */
export type SettingValues = { [Name in SettingName]: Config[Name] extends number ? number | string : boolean }

interface Change {
  name: SettingName
  before: number | boolean
  after: number | boolean
}

function changesBetween(before: Config, after: Config): Change[] {
  return settingNames
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ name, before: before[name], after: after[name] }))
}

export type SettingsFormState = ReturnType<typeof useSettingsForm>

/** The access configuration: faults at their fields, and what changes is confirmed before it is stored. */
export function useSettingsForm(stored: Config) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isAsking, asking] = useDisclosure(false)
  const { mutateAsync } = useSaveAccessConfig()
  const form = useForm<SettingValues>({
    initialValues: stored,
    validateInputOnBlur: true,
    validate: schemaResolver(accessConfigBody, { sync: true }),
  })
  const typed = accessConfigBody.safeParse(form.values).data
  const changes = typed === undefined ? [] : changesBetween(stored, typed)
  const focusWrong = () =>
    setTimeout(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus(), 0)
  const submit = () => {
    setRefusal(null)
    if (form.validate().hasErrors) {
      setRefusal('Por favor, corrige los errores en el formulario.')
      focusWrong()
    } else asking.open()
  }
  const save = async () => {
    if (typed === undefined) return
    try {
      const { id: _, ...saved } = await mutateAsync(typed)
      form.setInitialValues(saved)
      form.setValues(saved)
      toast.success('Configuración guardada.')
    } catch (error) {
      form.setErrors(fieldErrors(error))
      setRefusal(errorText(error))
    }
  }
  const discard = () => {
    form.reset()
    setRefusal(null)
  }
  return { form, typed, changes, refusal, isAsking, stopAsking: asking.close, submit, save, discard }
}
