import { MantineProvider } from '@mantine/core'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { cssVariables, theme } from '../components/theme.ts'
import { Toasts } from '../components/toast.tsx'

export function Providers({ router }: { router: AnyRouter }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Toasts />
      <RouterProvider router={router} />
    </MantineProvider>
  )
}
