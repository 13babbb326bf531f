import type { UseFormReturnType } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { type AccessConfig, accessConfigBody } from '@quincena/domain/sessions/access-config'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraft } from '../../components/draft.ts'
import { correctErrors, refusalText, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { ApiError, errorText } from '../../lib/api-error.ts'
import { clashText, isStale, mergedText, mergeEdits } from '../../lib/merge-edits.ts'
import { accessConfigQuery, useSaveAccessConfig } from './api.ts'
import { type Config, type SettingName, settingNames, valueText } from './setting-words.ts'

/** Values of the form. An emptied number field holds an empty text. */
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

function configOf(values: SettingValues): Config | undefined {
  const { data } = accessConfigBody.safeParse(values)
  if (data === undefined) return undefined
  const { version: _, ...config } = data
  return config
}

export type SettingsFormState = ReturnType<typeof useSettingsForm>

/**
 * Loads the saved configuration into the form and keeps the typed values; returns a message for each field that both
 * changed.
 */
function useMergedChanges(form: UseFormReturnType<SettingValues>) {
  const client = useQueryClient()
  return async (edited: Config) => {
    const { id: _, version, ...fresh } = await client.fetchQuery({ ...accessConfigQuery, staleTime: 0 })
    const { values, clashes } = mergeEdits({ initial: edited, typed: form.values, fresh })
    form.setInitialValues(fresh)
    form.setValues(values)
    const names = settingNames.filter((name) => clashes.includes(name))
    const texts = Object.fromEntries(names.map((name) => [name, [clashText(valueText(fresh[name]))]]))
    return { edited: { ...fresh, version }, texts }
  }
}

/** Form of the access configuration: validates each field and asks for confirmation of the changes before saving. */
export function useSettingsForm({ id: _, ...first }: AccessConfig) {
  // The version that the form edits; a conflict with another admin's save replaces it.
  const [{ version, ...stored }, setEdited] = useState(first)
  const [isConfirmOpen, confirmDialog] = useDisclosure(false)
  const { mutateAsync } = useSaveAccessConfig()
  const initial: SettingValues = stored
  const { form, formProps, refusal, failAfterDialog, reset } = useServerForm({
    schema: accessConfigBody,
    initial,
    validateOn: 'blur',
    explain: (failure) => (failure.error === undefined ? correctErrors : refusalText(failure)),
    send: confirmDialog.open,
  })
  const draft = useDraft('settings', form)
  const merge = useMergedChanges(form)
  const typed = configOf(form.values)
  const changes = typed === undefined ? [] : changesBetween(stored, typed)
  /** Merges what another admin saved meanwhile; returns the error to show. */
  const mergeStale = async (error: unknown) => {
    const merged = isStale(error) ? await merge(stored).catch(() => undefined) : undefined
    if (merged === undefined) return error
    setEdited(merged.edited)
    const detail = `${errorText(error)} ${mergedText}`
    return new ApiError({ status: 409, code: 'access_config.changed', detail, errors: merged.texts })
  }
  const save = async () => {
    if (typed === undefined) return
    try {
      const { id: _, ...saved } = await mutateAsync({ ...typed, version })
      const { version: __, ...values } = saved
      setEdited(saved)
      form.setInitialValues(values)
      form.setValues(values)
      toast.success('Configuración guardada.')
    } catch (error) {
      failAfterDialog(await mergeStale(error))
    }
  }
  return {
    form,
    draft,
    formProps,
    typed,
    changes,
    refusal,
    isConfirmOpen,
    closeConfirm: confirmDialog.close,
    save,
    discard: reset,
  }
}
