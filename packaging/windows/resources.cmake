# What scrubjay.exe carries beside code: its icon (by the name under which GLFW looks for the window's), its
# version, and the manifest.
enable_language(RC)
find_program(RSVG_CONVERT rsvg-convert REQUIRED)
find_program(MAGICK_CONVERT convert REQUIRED)
set(scrubjay_icon ${PROJECT_BINARY_DIR}/scrubjay.ico)
set(pictures "")
set(draw "")
foreach(size 16 24 32 48 64 256)
  list(APPEND pictures ${PROJECT_BINARY_DIR}/scrubjay-${size}.png)
  list(APPEND draw COMMAND ${RSVG_CONVERT} -w ${size} -h ${size} -o ${PROJECT_BINARY_DIR}/scrubjay-${size}.png
    ${PROJECT_SOURCE_DIR}/assets/scrubjay.svg)
endforeach()
add_custom_command(OUTPUT ${scrubjay_icon} ${draw} COMMAND ${MAGICK_CONVERT} ${pictures} ${scrubjay_icon}
  DEPENDS ${PROJECT_SOURCE_DIR}/assets/scrubjay.svg VERBATIM)
set(scrubjay_resources ${CMAKE_CURRENT_BINARY_DIR}/scrubjay.rc)
configure_file(${CMAKE_CURRENT_LIST_DIR}/scrubjay.rc.in ${scrubjay_resources} @ONLY)
target_sources(scrubjay PRIVATE ${scrubjay_resources} ${scrubjay_icon})
set_source_files_properties(${scrubjay_resources} PROPERTIES
  OBJECT_DEPENDS "${scrubjay_icon};${CMAKE_CURRENT_LIST_DIR}/scrubjay.manifest")
