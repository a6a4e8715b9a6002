import type { ComponentChildren } from 'preact';
import type { ApiError } from '../../../client/client.ts';
import { Button, ProblemNote } from './parts.tsx';

interface FormFootProps {
  /** Why the form was refused. */
  readonly problem?: ApiError | undefined;
  readonly busy: boolean;
  readonly disabled?: boolean;
  /** Other buttons, before the one that sends the form. */
  readonly others?: ComponentChildren;
  /** What the button says. */
  readonly children: ComponentChildren;
}

/** How a form ends: why it was refused, and the button that sends it. */
export const FormFoot = ({ problem, busy, disabled = false, others, children }: FormFootProps) => (
  <>
    {problem && <ProblemNote problem={problem} />}
    <div class="dialog-actions">
      {others}
      <Button kind="primary" type="submit" busy={busy} disabled={disabled}>
        {children}
      </Button>
    </div>
  </>
);
