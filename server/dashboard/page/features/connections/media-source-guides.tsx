import type { ComponentChildren } from 'preact';
import { Outside } from '../../parts/parts.tsx';

/**
 * How to get a token, step by step; docs/how-to/launch/drive-dropbox.md has the same with sources.
 */
export interface Guide {
  readonly name: string;
  readonly labels: {
    readonly [field in 'refreshToken' | 'accessToken' | 'clientId' | 'clientSecret']: string;
  };
  readonly refreshToken: readonly ComponentChildren[];
  readonly accessToken: readonly ComponentChildren[];
}

const playground = (
  <Outside to="https://developers.google.com/oauthplayground">OAuth Playground</Outside>
);
const appConsole = <Outside to="https://www.dropbox.com/developers/apps">App Console</Outside>;
const driveScope = <code>https://www.googleapis.com/auth/drive.readonly</code>;

const dropboxApp = (
  <>
    In the {appConsole} of Dropbox create an app with scoped access, and on its Permissions tab tick{' '}
    <code>files.metadata.read</code>, <code>files.content.read</code> and <code>sharing.read</code>.
    Submit before you go on: a token has the permissions of the moment it was made.
  </>
);

export const guides: { readonly [source in 'drive' | 'dropbox']: Guide } = {
  drive: {
    name: 'Google Drive',
    labels: {
      refreshToken: 'Refresh token',
      accessToken: 'Access token',
      clientId: 'Client ID',
      clientSecret: 'Client secret',
    },
    refreshToken: [
      <>
        In a project of the{' '}
        <Outside to="https://console.cloud.google.com/apis/library">Google Cloud console</Outside>{' '}
        enable the Google Drive API.
      </>,
      <>
        Under Credentials create an OAuth client ID of the type Web application, with{' '}
        <code>https://developers.google.com/oauthplayground</code> as authorized redirect URI. Its
        client ID and secret go below.
      </>,
      <>
        Open the {playground}, press the gear, tick Use your own OAuth credentials and give the two.
      </>,
      <>
        Enter the scope {driveScope}, press Authorize APIs and sign in with the account that may see
        the folders.
      </>,
      <>Press Exchange authorization code for tokens, and copy the refresh token.</>,
      <>
        Where the consent screen of the project is in testing, the token ends after seven days:
        publish it, or make it internal.
      </>,
    ],
    accessToken: [
      <>
        Open the {playground}, enter the scope {driveScope}, press Authorize APIs and sign in with
        the account that may see the folders.
      </>,
      <>
        Press Exchange authorization code for tokens, and copy the access token. It lasts an hour.
      </>,
    ],
  },
  dropbox: {
    name: 'Dropbox',
    labels: {
      refreshToken: 'Refresh token',
      accessToken: 'Access token',
      clientId: 'App key',
      clientSecret: 'App secret',
    },
    refreshToken: [
      dropboxApp,
      <>
        Open{' '}
        <code>
          https://www.dropbox.com/oauth2/authorize?client_id=APP_KEY&amp;response_type=code&amp;token_access_type=offline
        </code>{' '}
        with the key of the app, sign in with the account that may see the folders, allow it, and
        copy the code.
      </>,
      <>
        Within minutes, run{' '}
        <code>
          curl https://api.dropboxapi.com/oauth2/token -d grant_type=authorization_code -d code=CODE
          -u APP_KEY:APP_SECRET
        </code>{' '}
        and copy <code>refresh_token</code> of the answer.
      </>,
    ],
    accessToken: [
      dropboxApp,
      <>
        On its Settings tab press Generate under Generated access token. It lasts about four hours.
      </>,
    ],
  },
};
