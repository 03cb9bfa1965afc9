; The installer: for one user, who needs no rights for it. packaging/windows/build.sh makes it:
;   makensis -DVERSION=... -DFILES=FOLDER -DREMOVE=LIST -DOUTPUT=FILE installer.nsi
; LIST has a line for each file and folder of FOLDER that takes it away again.
Target amd64-unicode
!include MUI2.nsh

Name "Scrubjay"
OutFile "${OUTPUT}"
SetCompressor /SOLID lzma
RequestExecutionLevel user
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Scrubjay"
!define CLASSES "Software\Classes"
!define PROGRAM "${CLASSES}\Applications\scrubjay.exe"
InstallDir "$LOCALAPPDATA\Programs\Scrubjay"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Scrubjay"
VIAddVersionKey "FileDescription" "Installs Scrubjay"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "The Scrubjay authors, MIT licence"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\scrubjay.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; "Open with" offers Scrubjay for the extension.
!macro Offer EXTENSION
  WriteRegStr HKCU "${PROGRAM}\SupportedTypes" "${EXTENSION}" ""
  WriteRegStr HKCU "${CLASSES}\${EXTENSION}\OpenWithProgids" "Scrubjay.Recording" ""
!macroend

; A double click opens it with Scrubjay, unless another program has it.
!macro Own EXTENSION
  ReadRegStr $0 HKCU "${CLASSES}\${EXTENSION}" ""
  StrCmp $0 "" 0 +2
  WriteRegStr HKCU "${CLASSES}\${EXTENSION}" "" "Scrubjay.Recording"
!macroend

!macro GiveUp EXTENSION
  DeleteRegValue HKCU "${CLASSES}\${EXTENSION}\OpenWithProgids" "Scrubjay.Recording"
  ReadRegStr $0 HKCU "${CLASSES}\${EXTENSION}" ""
  StrCmp $0 "Scrubjay.Recording" 0 +2
  DeleteRegValue HKCU "${CLASSES}\${EXTENSION}" ""
  DeleteRegKey /ifempty HKCU "${CLASSES}\${EXTENSION}\OpenWithProgids"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${EXTENSION}"
!macroend

!macro TellTheShell
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

Section
  SetOutPath "$INSTDIR"
  File /r "${FILES}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Scrubjay.lnk" "$INSTDIR\scrubjay.exe"

  WriteRegStr HKCU "${CLASSES}\Scrubjay.Recording" "" "Recording"
  WriteRegStr HKCU "${CLASSES}\Scrubjay.Recording\DefaultIcon" "" "$INSTDIR\scrubjay.exe,0"
  WriteRegStr HKCU "${CLASSES}\Scrubjay.Recording\shell\open\command" "" '"$INSTDIR\scrubjay.exe" "%1"'
  WriteRegStr HKCU "${PROGRAM}" "FriendlyAppName" "Scrubjay"
  WriteRegStr HKCU "${PROGRAM}\shell\open\command" "" '"$INSTDIR\scrubjay.exe" "%1"'
  !insertmacro Offer ".fbf"
  !insertmacro Offer ".xrec"
  !insertmacro Offer ".colycap"
  !insertmacro Offer ".colreplay"
  !insertmacro Offer ".mcap"
  !insertmacro Offer ".log"
  !insertmacro Own ".fbf"
  !insertmacro Own ".xrec"
  !insertmacro Own ".colycap"
  !insertmacro Own ".colreplay"

  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Scrubjay"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\scrubjay.exe,0"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Scrubjay authors"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  !insertmacro TellTheShell
SectionEnd

; Takes away what was installed, and what the program can make again. What the user made with it (settings, notes) stays.
Section "Uninstall"
  !include "${REMOVE}"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Scrubjay.lnk"
  RMDir /r "$LOCALAPPDATA\scrubjay"
  !insertmacro GiveUp ".fbf"
  !insertmacro GiveUp ".xrec"
  !insertmacro GiveUp ".colycap"
  !insertmacro GiveUp ".colreplay"
  !insertmacro GiveUp ".mcap"
  !insertmacro GiveUp ".log"
  DeleteRegKey HKCU "${CLASSES}\Scrubjay.Recording"
  DeleteRegKey HKCU "${PROGRAM}"
  DeleteRegKey HKCU "${UNINSTALL}"
  !insertmacro TellTheShell
SectionEnd
