# Writes OUTPUT, a source file with a number that changes with any source of FOLDERS.
# cmake -DROOT=... -DFOLDERS=core,formats -DOUTPUT=... -P source_version.cmake

cmake_policy(SET CMP0009 NEW)
string(REPLACE "," ";" FOLDERS "${FOLDERS}")
set(sums "")
foreach(folder IN LISTS FOLDERS)
  file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/${folder}/*.h ${ROOT}/${folder}/*.cpp)
  list(SORT files)
  foreach(file IN LISTS files)
    file(SHA256 ${ROOT}/${file} sum)
    string(APPEND sums "${file} ${sum}\n")
  endforeach()
endforeach()
if(sums STREQUAL "")
  message(FATAL_ERROR "No sources in ${ROOT}/{${FOLDERS}}")
endif()
string(SHA256 version "${sums}")
string(SUBSTRING ${version} 0 32 version)
file(WRITE ${OUTPUT} "#include \"formats/source_version.h\"

namespace scrubjay {

std::string_view source_version() { return \"${version}\"; }

}  // namespace scrubjay
")
