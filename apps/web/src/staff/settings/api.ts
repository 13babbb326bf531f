import { type VerificationSetting, verificationSetting } from '@quincena/domain/accounts/verification-schema'
import { approvalRequested } from '@quincena/domain/approvals/schema'
import { type ProofSettings, proofSettings } from '@quincena/domain/bank-statements/schema'
import {
  type SigningSettingsBody,
  signingSettings,
  signingSettingsBody,
} from '@quincena/domain/loans/signing-code'
import { accessConfig, accessConfigBody } from '@quincena/domain/sessions/access-config'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { isAsked } from '../../lib/approvals.ts'
import { keys } from '../../lib/keys.ts'
import { readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

const path = '/auth/access-config'

/** Loads the whole access configuration, as staff can read it. */
export const accessConfigQuery = readQuery(keys.accessConfig.stored, accessConfig, { path })

/** Saves the access configuration; it applies from the next request on. */
export function useSaveAccessConfig() {
  const client = useQueryClient()
  const refresh = useRefresh('access_config')
  return useMutation({
    mutationFn: (config: z.infer<typeof accessConfigBody>) =>
      withErrorText(
        api.put(accessConfig, path, { body: z.encode(accessConfigBody, config) }),
        'No se pudo guardar la configuración.',
      ),
    async onSuccess(stored) {
      client.setQueryData(accessConfigQuery.queryKey, stored)
      await refresh()
    },
  })
}

const verificationPath = '/account-verifications/setting'

/** What the lender does with accounts whose holder the bank has not confirmed. */
export const verificationSettingQuery = readQuery(keys.accountVerifications.setting, verificationSetting, {
  path: verificationPath,
})

/** Saves that setting, or asks another admin; it applies from the next request and acceptance on. */
export function useSaveVerificationSetting() {
  const client = useQueryClient()
  const refresh = useRefresh('account_verification_setting', 'approval')
  return useMutation({
    mutationFn: (setting: VerificationSetting) =>
      withErrorText(
        api.put(z.union([approvalRequested, verificationSetting]), verificationPath, {
          body: z.encode(verificationSetting, setting),
        }),
        'No se pudo guardar la configuración.',
      ),
    onSuccess: (stored) => isAsked(stored) || client.setQueryData(verificationSettingQuery.queryKey, stored),
    onSettled: refresh,
  })
}

const signingPath = '/loan/signing-settings'

/** Whether a signature needs a one-time code, and how it is sent. */
export const signingSettingsQuery = readQuery(keys.loans.signing, signingSettings, { path: signingPath })

/** Saves that setting, or asks another admin; it applies from the next signature on. */
export function useSaveSigningSettings() {
  const client = useQueryClient()
  const refresh = useRefresh('signing_settings', 'approval')
  return useMutation({
    mutationFn: (setting: SigningSettingsBody) =>
      withErrorText(
        api.put(z.union([approvalRequested, signingSettings]), signingPath, {
          body: z.encode(signingSettingsBody, setting),
        }),
        'No se pudo guardar la configuración.',
      ),
    onSuccess: (stored) => isAsked(stored) || client.setQueryData(signingSettingsQuery.queryKey, stored),
    onSettled: refresh,
  })
}

const proofPath = '/treasury/proof-settings'

/** Loads after how many days a payment that is still to be proved is late. */
export const proofSettingsQuery = readQuery(keys.banks.proofSettings, proofSettings, { path: proofPath })

/** Saves that number of days; the lists and the dashboard count with it from the next request on. */
export function useSaveProofSettings() {
  const client = useQueryClient()
  const refresh = useRefresh('proof_settings')
  return useMutation({
    mutationFn: (settings: ProofSettings) =>
      withErrorText(
        api.put(proofSettings, proofPath, { body: z.encode(proofSettings, settings) }),
        'No se pudo guardar la configuración.',
      ),
    onSuccess: (stored) => client.setQueryData(proofSettingsQuery.queryKey, stored),
    onSettled: refresh,
  })
}
