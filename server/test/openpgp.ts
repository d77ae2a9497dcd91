// A key of a provider and signatures of one text, made by gpg for tests.

export const FINGERPRINT = 'CAEE509CF9542F2CED6BE4550935B8C20DD22C7C';

export const PUBLIC_KEY = `-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEXgvhABYJKwYBBAHaRw8BAQdAcDVocm3D9dtlHEkalmT3PbuuQR5nkQemzJTk
C2sbAMC0IFZlbmRvciBQU0lSVCA8cHNpcnRAZXhhbXBsZS5vcmc+iJAEExYIADgW
IQTK7lCc+VQvLO1r5FUJNbjCDdIsfAUCXgvhAAIbAwULCQgHAgYVCgkICwIEFgID
AQIeAQIXgAAKCRAJNbjCDdIsfOVNAP0VWxpwCkccv4ukrFk9Exxt1SdkHcFlsQgF
zyGIzYP6twEAywjJh8inuzk3XmNraru26aSA3zZHnyz5oTjlOkeERAs=
=khgE
-----END PGP PUBLIC KEY BLOCK-----
`;

/** Of `csaf('11')` in the tests of updates, by that key. */
export const SIGNATURE = `-----BEGIN PGP SIGNATURE-----

iIgEABYIADAWIQTK7lCc+VQvLO1r5FUJNbjCDdIsfAUCXgvhABIccHNpcnRAZXhh
bXBsZS5vcmcACgkQCTW4wg3SLHzUhQD8CsjZBMInaqYGW3jYOu4EwRItYa71GEJI
JA29tOHDQewA+weExHzQLI85jFG2rOEZpRwxsg4gdGfTBnyLYQGOZbAL
=WuFn
-----END PGP SIGNATURE-----
`;

/** Of the same text, by another key. */
export const SIGNATURE_OF_A_STRANGER = `-----BEGIN PGP SIGNATURE-----

iIQEABYIACwWIQSnKJZOLLZnkuYJ8vxzmebpXWqXrwUCXgvhAA4ceEBleGFtcGxl
Lm9yZwAKCRBzmebpXWqXrz6TAQCrauhLA9uaHEFR6a53pNN3zFl6+c3HTnDu5ARv
Lb9hcgD8COIImjnL7u1HVM4fjNEPS65LQj0efpjRC30RcheNpwc=
=JX3r
-----END PGP SIGNATURE-----
`;
