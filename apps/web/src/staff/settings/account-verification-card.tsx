import { Button, Radio, Stack } from '@mantine/core'
import { VERIFICATION_MODES, type VerificationMode } from '@quincena/domain/accounts/verification-rules'
import type { VerificationSetting } from '@quincena/domain/accounts/verification-schema'
import { modeHints, modeNames } from '@quincena/domain/accounts/verification-words'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { toast } from '../../components/toast.tsx'
import { isAsked, settingAskedText } from '../../lib/approvals.ts'
import { SecondAdmin } from '../protected-setting/second-admin.tsx'
import { useSaveVerificationSetting, verificationSettingQuery } from './api.ts'
import classes from './settings-page.module.css'

function Form({ stored }: { stored: VerificationSetting }) {
  const [mode, setMode] = useState(stored.mode)
  const { mutate, isPending } = useSaveVerificationSetting()
  const isDirty = mode !== stored.mode
  const save = () =>
    mutate(
      { mode, version: stored.version },
      {
        onSuccess(answer) {
          if (isAsked(answer)) setMode(stored.mode)
          toast.success(isAsked(answer) ? settingAskedText : 'Configuración guardada')
        },
        onError: (error) => void toast.error(error),
      },
    )
  const choose = (value: string) => {
    const chosen = VERIFICATION_MODES.find((one) => one === value)
    if (chosen !== undefined) setMode(chosen)
  }
  return (
    <SecondAdmin action="account_verification.change_setting" history="account_verification.setting_changed">
      <Radio.Group
        label="Antes de enviar dinero a una cuenta nueva"
        description="Se envía un centavo y el banco dice a nombre de quién está la cuenta."
        value={mode}
        onChange={choose}
      >
        <Stack gap="sm" mt="sm">
          {VERIFICATION_MODES.map((value: VerificationMode) => (
            <Radio key={value} value={value} label={modeNames[value]} description={modeHints[value]} />
          ))}
        </Stack>
      </Radio.Group>
      <div className={classes.save}>
        <Button onClick={save} loading={isPending} disabled={!isDirty}>
          Guardar
        </Button>
      </div>
    </SecondAdmin>
  )
}

/** The lender's setting for accounts whose holder the bank has not confirmed. */
export function AccountVerificationCard() {
  const query = useQuery(verificationSettingQuery)
  return (
    <div className={classes.another}>
      <Card title="Titular de las cuentas">
        {query.data === undefined ? (
          <LoadState query={query} title="No se pudo cargar la configuración." />
        ) : (
          <Form key={query.data.version} stored={query.data} />
        )}
      </Card>
    </div>
  )
}
